package ranges_test

import (
	"compress/gzip"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/ranges"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// bytesOf returns members of one byte each.
func bytesOf(text string) string { return zipped(strings.Split(text, "")...) }

// length returns a record with another Content-Length.
func length(record, n string) string {
	head, rest, _ := strings.Cut(record, "Content-Length: ")
	_, rest, _ = strings.Cut(rest, "\r\n")
	if n == "" {
		return head + rest[len("\r\n")-2:]
	}
	return head + "Content-Length: " + n + "\r\n" + rest
}

// hostile returns files in which places are hard to find, or which are broken.
func hostile() []sample {
	a, b, c := record(1, "<a href=b>"), record(2, "<a href=c>"), record(3, "<img src=../c>")
	inner := record(7, "<a href=inner>")
	nested := a + block(4, "resource", "application/warc", inner+inner) + b
	page := record(5, "<p>"+"\r\n\r\n"+inner+inner+"<a href=x>")
	head := "WARC/1.0\r\nWARC-Type: response\r\n" + strings.Repeat("X: y\r\n", 30)
	long := "WARC/1.0\r\nX: " + strings.Repeat("x", 100<<10) + "\r\n"
	m, n := message(1, "<a href=x>"), message(2, "<img src=../y>")
	counted := func(body, length string) string {
		return "From a@b Thu Jan  1 00:00:00 2004\nContent-Type: text/html\nContent-Length: " + length + "\n\n" + body + "\n\n"
	}
	quoting := func(body string) string { return counted(body, fmt.Sprint(len(body))) }
	d, e := arcRecord(1, "<a href=b>"), arcRecord(2, "<img src=../c>")
	level := func(text string, level int) string { return member(text, level) }
	var all []sample
	add := func(name string, typ detect.Type, file string) {
		all = append(all, sample{name: name, typ: typ, file: file})
	}
	broken := func(name string, typ detect.Type, file string) {
		all = append(all, sample{name: name, typ: typ, file: file, broken: true})
	}

	add("an archive in a record", detect.WARC, nested+nested)
	add("an archive in a page", detect.WARC, page+a+page)
	add("an archive in a stored member", detect.WARC, zipped(a)+level(block(4, "resource", "application/warc", zipped(inner, inner)), gzip.NoCompression)+zipped(b))
	add("an archive in a page in a stored member", detect.WARC, level(record(4, "<p>"+zipped(inner, inner)), gzip.NoCompression)+zipped(b, a))
	add("an archive of frames in a frame", detect.WARC, framed(a, block(4, "resource", "application/warc", framed(inner, inner)), b))
	add("a mailbox in a message", detect.Mbox, m+quoting("<a href=z>\n\n"+m+n)+n)
	add("a mailbox in a message that is too short", detect.Mbox, m+counted("<a href=z>\n\n"+m+n, "5")+n)
	add("a mailbox in a message that is too long", detect.Mbox, m+counted("<a href=z>\n\n"+m+n, "100")+n+n)
	add("a message that counts others", detect.Mbox, m+counted("<a href=z>", fmt.Sprint(len("<a href=z>\n\n"+n)))+n+m+n)
	add("lengths of whole mailboxes", detect.Mbox, strings.Repeat(counted("<a href=z>", fmt.Sprint(len(counted("<a href=z>", "92"))+len("<a href=z>\n\n"))), 5))
	add("separators without empty lines", detect.Mbox, strings.ReplaceAll(m+n+m+n, "\n\nFrom", "\nFrom"))
	add("separators without dates", detect.Mbox, strings.ReplaceAll(m+n+m+n, "From a@b Thu Jan  1 00:00:02 2004", "From a@b"))
	add("empty messages", detect.Mbox, m+strings.Repeat("From a@b Thu Jan  1 00:00:02 2004\n", 3)+n+"From -\nA: b\n")
	add("line ends of DOS", detect.Mbox, strings.ReplaceAll(m+n+m, "\n", "\r\n"))
	add("a mailbox that begins later", detect.Mbox, "\ufeff\n\n"+m+n)
	add("text before a mailbox", detect.Mbox, "X: y\n\ntext\n\n"+m+n)
	add("a large message", detect.Mbox, m+message(3, strings.Repeat("<a href=x>\n", 8000))+n+counted(strings.Repeat("<a href=x>\n", 8000), "90000")+m)

	add("one member", detect.WARC, zipped(a+b+c))
	add("members of one byte", detect.WARC, bytesOf(a[:30])+zipped(a[30:])+bytesOf(b[:30])+zipped(b[30:]))
	add("records in several members", detect.WARC, zipped(a[:100], a[100:200], a[200:]+b[:10], b[10:], c))
	add("two records in a member", detect.WARC, zipped(a+b, c+a, b))
	add("empty members", detect.WARC, zipped("", a, "", "", b, "", c, ""))
	add("members with other levels", detect.WARC, level(a, 9)+level(b, 1)+level(c, 0)+level(a, 9)+level(b, 5))
	add("zeros after members", detect.WARC, zipped(a, b)+"\x00\x00\x00"+zipped(c)+"\x00\x00")
	add("empty frames", detect.WARC, framed("", a, "", b)+"\x50\x2a\x4d\x18\x04\x00\x00\x00abcd"+framed(c)+"\x5d\x2a\x4d\x18\x04\x00\x00\x00abcd"+framed(a))
	add("blank lines before a record", detect.WARC, zipped("\r\n\r\n"+a, "\r\n"+b, c))
	add("a byte order mark", detect.WARC, "\ufeff\r\n"+a+b)
	add("no blank lines", detect.WARC, strings.TrimSpace(a)+strings.TrimSpace(b)+c+strings.TrimSpace(a)+"\r\n"+b+c)
	add("no blank lines in members", detect.WARC, zipped(strings.TrimSpace(a), strings.TrimSpace(b), c))
	add("more blank lines", detect.WARC, a+"\r\n\r\n\r\n"+b+"\n\n"+c)
	add("two kinds of archives", detect.WARC, zipped(a, arcHead, d, e, b))
	add("two kinds of archives, ARC first", detect.WARC, zipped(arcHead, d, a, e, b))
	add("two archives without compression", detect.WARC, a+arcHead+d+e+b+c)
	add("a segment", detect.WARC, strings.Replace(a, "WARC-Date", "WARC-Segment-Number: 1\r\nWARC-Date", 1)+b+c)

	for _, z := range []struct {
		name string
		join func(...string) string
	}{{"", func(s ...string) string { return strings.Join(s, "") }}, {" in members", zipped}, {" in frames", framed}} {
		add("no length"+z.name, detect.WARC, z.join(a, length(b, ""), c, a))
		add("a length that is too small"+z.name, detect.WARC, z.join(a, length(b, "60"), c, a))
		add("a length that is too large"+z.name, detect.WARC, z.join(a, length(b, "200"), c, a, b))
		add("a length of all"+z.name, detect.WARC, z.join(a, length(b, "100000"), c, a, b))
		add("bytes between records"+z.name, detect.WARC, z.join(a, "bytes\r\n\r\n", b, "bytes", c, a))
		add("a header without an end"+z.name, detect.WARC, z.join(a, head, b, c))
		add("a header without an end at the end"+z.name, detect.WARC, z.join(a, head, head))
		add("a header that is too large"+z.name, detect.WARC, z.join(a, long, long, b, c))
		add("a header of several lines"+z.name, detect.WARC, z.join(a, b[:20], b[20:50], b[50:]+"\r\n\r\n", c))
		add("an ARC line without an end"+z.name, detect.WARC, z.join(arcHead, d, "http://x", e, d))
		add("a record that is cut"+z.name, detect.WARC, z.join(a, b, c[:len(c)-20]))
	}
	broken("a bad checksum", detect.WARC, zipped(a)+spoiled(zipped(b), -8)+zipped(c))
	broken("bad data", detect.WARC, zipped(a)+spoiled(zipped(b), 30)+zipped(c))
	broken("a member that is cut", detect.WARC, zipped(a, b)+zipped(c)[:40])
	broken("a member that is cut, and others", detect.WARC, zipped(a)+zipped(c)[:40]+zipped(b, c))
	broken("bytes between members", detect.WARC, zipped(a)+"bytes"+zipped(b, c))
	broken("bytes after members", detect.WARC, zipped(a, b)+"bytes")
	broken("a bad checksum of ARC", detect.WARC, zipped(arcHead, d)+spoiled(zipped(e), -8)+zipped(d, e))
	add("zeros after members of ARC", detect.WARC, zipped(arcHead, d)+"\x00\x00\x00"+zipped(e, d))
	broken("bytes between members of ARC", detect.WARC, zipped(arcHead, d, e)+"bytes"+zipped(d, e))
	broken("bytes after members of ARC", detect.WARC, zipped(arcHead, d, e)+"bytes")
	add("blank lines before an archive with zeros", detect.WARC, zipped("\r\n"+a, b)+"\x00\x00\x00"+zipped(c, a))
	broken("bad frames", detect.WARC, framed(a)+spoiled(framed(b), 30)+framed(c))
	broken("a dictionary that is missing", detect.WARC, framed(a)+"\x28\xb5\x2f\xfd\x23\x01\x02\x03\x04\x05\x06"+framed(c))
	broken("text that expands much", detect.WARC, zipped(record(1, strings.Repeat("a", 8<<20)))+zipped(a, b))
	return all
}

// spoiled returns a file with another byte at an offset, or before the end.
func spoiled(file string, at int) string {
	if at < 0 {
		at += len(file)
	}
	return file[:at] + string([]byte{^file[at]}) + file[at+1:]
}

// TestHostile cuts hostile and broken files at every offset.
func TestHostile(t *testing.T) {
	for _, s := range hostile() {
		t.Run(s.name, func(t *testing.T) {
			check(t, s.file, s.typ, s.broken)
			if s.broken {
				requireBroken(t, s)
			}
		})
	}
}

// requireBroken requires that a file has a reason to be read as a whole.
func requireBroken(t *testing.T, s sample) {
	f, err := ranges.Open(strings.NewReader(s.file), int64(len(s.file)), s.typ.Container(), format.Options{MaxMember: maxDocument})
	require.NoError(t, err)
	whole := readings(t, s.typ)[0].whole(t, f)
	require.True(t, whole.err != nil || whole.dense, "the file is not broken")
}
