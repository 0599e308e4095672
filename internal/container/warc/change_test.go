package warc

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

var (
	adds     = format.Archive{Changes: format.AddConversions}
	replaces = format.Archive{Changes: format.ReplaceRecords}
)

// TestArchivesStay checks that the archives of pywb and jwarc stay the same if nothing changes, and
// that their other records do if a document changes.
func TestArchivesStay(t *testing.T) {
	for _, f := range archives(t) {
		for _, a := range []format.Archive{adds, replaces} {
			same, reports := rewrite(t, f.Data, a, "", "")
			require.True(t, bytes.Equal(f.Data, same), f.Name)
			for _, r := range reports {
				require.Regexp(t, "^[0-9]+ documents? of .* not converted", r)
				require.Equal(t, adds, a)
			}
			out, _ := rewrite(t, f.Data, a, "<title>", "<title>New: ")
			checkChanged(t, f.Data, out, a)
		}
	}
}

// checkChanged checks the records of an archive whose titles were changed.
func checkChanged(t *testing.T, old, out []byte, a format.Archive) {
	t.Helper()
	was, is := membersOf(t, old), membersOf(t, out)
	for _, m := range was {
		require.NotEmpty(t, is)
		now := is[0]
		is = is[1:]
		require.Equal(t, m.Record.ID, now.Record.ID)
		require.Equal(t, m.Record.URL, now.Record.URL)
		changed := strings.ReplaceAll(m.document(), "<title>", "<title>New: ")
		switch {
		case m.document() == now.document() && (len(is) == 0 || is[0].Record.Type != "conversion"):
			failed := m.Record.Status != 0 && (m.Record.Status/100 != 2 || m.Record.Status == 206)
			require.True(t, changed == m.document() || len(m.Faults) > 0 || m.Record.ID == "" || failed && a == adds)
		case a.Changes == format.ReplaceRecords:
			require.Equal(t, changed, now.document())
		default:
			require.Equal(t, m.text, now.text)
			require.Equal(t, changed, is[0].document())
			require.Equal(t, m.MediaType, is[0].MediaType)
			require.Equal(t, m.Charset, is[0].Charset)
			is = is[1:]
		}
	}
	require.Empty(t, is)
}

// membersOf returns the records of a file, which may have faults.
func membersOf(t *testing.T, file []byte) []member {
	t.Helper()
	text, o := open(bytes.NewReader(file))
	members, err := all(text, o)
	require.NoError(t, err)
	return members
}

// TestUnchangeable checks records that stay as they are, with a note.
func TestUnchangeable(t *testing.T) {
	html := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nLocation: OLD\r\n"
	broken := string(zip(withLinks + strings.Repeat("x", 100)))
	arc := filedesc + fmt.Sprintf("http://a.example/ 1.2.3.4 20140216050221 text/html %d\n%s\n", len(html+"\r\n"+withLinks), html+"\r\n"+withLinks)
	for name, c := range map[string]struct {
		file string
		a    format.Archive
		want string
	}{
		"cut":          {captured("http://a/", html+"\r\n"+withLinks)[:280], adds, "left: the record is broken"},
		"no length":    {strings.Replace(captured("http://a/", html+"\r\n"+withLinks), "Content-Length:", "X:", 1), replaces, "left: the record is broken"},
		"no blank":     {strings.TrimRight(captured("http://a/", html+"\r\n"+withLinks), "\r\n") + good, adds, "left: no blank line follows the record"},
		"broken gzip":  {captured("http://a/", html+"Content-Encoding: gzip\r\n\r\n"+broken[:len(broken)-9]), replaces, "left: the codings of the body are broken"},
		"after gzip":   {captured("http://a/", html+"Content-Encoding: gzip\r\n\r\n"+broken+"x"), replaces, "left: the codings of the body are broken"},
		"large body":   {captured("http://a/", strings.Replace(html, "text/html", "image/png", 1)+"\r\n"+strings.Repeat("x", maxOther+maxHead)), replaces, "left: its HTTP header cannot change, since the body is larger than 1 MiB"},
		"ARC":          {arc, adds, "left: an ARC file cannot have conversions: its records can only be replaced"},
		"unknown gzip": {captured("http://a/", html+"Content-Encoding: gzip\r\n\r\n"+withLinks), replaces, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			r := newReader(strings.NewReader(c.file), format.Options{Archive: c.a})
			w := r.Rewrite(&out)
			var m format.Member
			var faults []string
			for r.Next(&m) == nil {
				require.NoError(t, w.Next())
				replaceAll(t, w, &m, c.a, "OLD", "NEW!")
				faults = append(faults, m.Faults...)
			}
			require.NoError(t, w.Close())
			if c.want == "" {
				require.NotContains(t, strings.Join(faults, "\n"), "left: ")
				require.NotEqual(t, c.file, out.String())
				return
			}
			require.Contains(t, faults, c.want)
			require.Equal(t, c.file, out.String())
		})
	}
}

// TestLastRecord checks the conversion of a last record that no blank line follows.
func TestLastRecord(t *testing.T) {
	last := captured("http://a/", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"+withLinks)
	want, _ := rewrite(t, []byte(last), adds, "OLD", "NEW")
	for n := range 4 {
		for name, store := range containers {
			out, _ := rewrite(t, store(last[:len(last)-n]), adds, "OLD", "NEW")
			require.Len(t, membersOf(t, out), 2, name)
			if name == "plain" && n%2 == 0 {
				require.Equal(t, string(want), string(out))
			}
		}
	}
}

// TestHeads checks the heads of responses without a document.
func TestHeads(t *testing.T) {
	d, _ := parseDigest("sha1:7CLAGWY5FJCLX5LV53I6LLNMFBMZTHKV")
	for _, c := range []string{"Content-Type: image/png\r\nLink: <OLD>\r\nContent-Length: 4\r\n\r\n\x89PNG", "Location: OLD\r\n\r\n"} {
		block := "HTTP/1.1 301 Moved\r\n" + c
		file := captured("http://a/", block, "WARC-Block-Digest: "+d.of([]byte(block))) + good
		var out bytes.Buffer
		r := newReader(strings.NewReader(file), format.Options{Archive: replaces})
		w := r.Rewrite(&out)
		var m format.Member
		for i := 0; r.Next(&m) == nil; i++ {
			require.NoError(t, w.Next())
			if i == 0 {
				require.True(t, m.NoDocument)
				require.True(t, m.HTTP)
				at := bytes.Index(m.Text, []byte("OLD"))
				require.NoError(t, w.Keep(at))
				require.NoError(t, w.Replace(3, []byte("http://new/")))
			}
		}
		require.NoError(t, w.Close())
		want := strings.Replace(block, "OLD", "http://new/", 1)
		require.Equal(t, captured("http://a/", want, "WARC-Block-Digest: "+d.of([]byte(want)))+good, out.String())
	}
}

// TestReport checks what is reported of a file as a whole.
func TestReport(t *testing.T) {
	html := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
	payload := "WARC-Payload-Digest: sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"
	page := captured("http://a/", html+"Transfer-Encoding: chunked\r\n\r\n"+chunked(withLinks), payload, "WARC-Block-Digest: blake3:00")
	revisit := record(html+"\r\n", "WARC-Type: revisit", "WARC-Target-URI: http://b/", payload)
	other := record(html+"\r\n", "WARC-Type: revisit", "WARC-Refers-To-Target-URI: <http://a/>", "WARC-Refers-To-Date: 2024-01-02T03:04:05Z")
	none := record(html+"\r\n", "WARC-Type: revisit", "WARC-Target-URI: http://c/")
	out, reports := rewrite(t, []byte(page+revisit+other+none), replaces, "OLD", "NEW")
	require.Equal(t, []string{
		"2 revisits refer to documents that changed: they are left, and name the old payloads",
		"1 payload digest of a body in chunks, on which programs disagree, is that of the body without chunks now",
		"1 digest is removed: its algorithm is not known",
	}, reports)
	require.NotContains(t, string(out), "blake3")
	_, reports = rewrite(t, []byte(page+revisit), adds, "OLD", "NEW")
	require.Equal(t, []string{"1 revisit refers to a document that changed: it is left, and has no conversion"}, reports)
}

// FuzzWrite checks that an archive with changed documents is read again: each record has the changed
// document, or follows the record that it was made from, and all other records stay.
func FuzzWrite(f *testing.F) {
	html := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
	for i, body := range []string{"\r\n" + withLinks, "Transfer-Encoding: chunked\r\n\r\n" + chunked(withLinks), "Content-Encoding: gzip\r\n\r\n" + string(zip(withLinks))} {
		f.Add([]byte(captured("http://a/", html+body, "WARC-Block-Digest: md5:00")+good), uint8(i))
	}
	f.Add([]byte(filedesc+"http://a.example/ 1.2.3.4 20140216050221 text/html 10\n"+page+"\n"), uint8(3))
	f.Fuzz(func(t *testing.T, file []byte, how uint8) {
		a := format.Archive{Changes: format.RecordChanges(1 + how&1), Identity: how&3 == 3}
		switch how >> 2 & 3 {
		case 1:
			file = zip(string(file))
		case 2:
			file = zstandard(string(file))
		}
		same, _ := rewrite(t, file, a, "", "")
		require.True(t, bytes.Equal(file, same))
		out, _ := rewrite(t, file, a, "<", "<<")
		was, is := membersOf(t, file), membersOf(t, out)
		if a.Changes == format.ReplaceRecords {
			require.Len(t, is, len(was))
			return
		}
		require.GreaterOrEqual(t, len(is), len(was))
		again, _ := rewrite(t, out, a, "", "")
		require.True(t, bytes.Equal(out, again))
	})
}
