package fieldref

import (
	"bytes"
	"fmt"
	"net/mail"
	"runtime"
	"strings"
	"testing"

	"github.com/emersion/go-message/textproto"
	"github.com/stretchr/testify/require"

	"bufio"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/mimebase"
)

// A result is a header after its references are written.
type result struct {
	out  string
	told []string // text of each reference, and the reason why it stays
}

// rewrite writes target(text) for every reference in a header without Keep, and checks
// properties that apply to all headers.
func rewrite(t testing.TB, header string, target func(text string) string) result {
	t.Helper()
	text := []byte(header)
	var r result
	var edits []edit.Edit
	var want []string
	for _, ref := range read(text) {
		was, reason := string(ref.Text()), ref.Keep
		now := target(was)
		if reason == "" && now != was {
			var more []edit.Edit
			more, reason = ref.Write([]byte(now), smallest(was, now))
			edits = append(edits, more...)
		}
		if reason != "" {
			now = was
		}
		want = append(want, ref.Attr+" "+now)
		told := was
		if reason != "" {
			told += ": " + reason
		}
		r.told = append(r.told, told)
		require.LessOrEqual(t, ref.Views.Source(0), len(text))
	}
	out, err := edit.Apply(text, edits)
	require.NoError(t, err)
	r.out = string(out)
	check(t, text, out, edits, want)
	return r
}

// read returns the references in a header. mimebase finds the fields.
func read(header []byte) []Reference {
	h := new(Header)
	h.Begin(header)
	for _, f := range mimebase.Parse(header, nil, mimebase.Options{}).Fields {
		h.Add(f.Name, f.Body.Start, f.Body.End)
	}
	return collect(h)
}

// collect returns the references in a header, and checks their greatest number.
func collect(h *Header) (all []Reference) {
	for r := range h.References() {
		all = append(all, *r)
	}
	if len(all) > h.Most() {
		panic("more references than Most")
	}
	return all
}

// TestMany checks that the references of a header are not all in memory at once.
func TestMany(t *testing.T) {
	for _, c := range []struct {
		name, start, unit string
		want              int
	}{
		{"Link", "", "<x>; anchor=y,", 100_000},
		{"Content-Type", "message/external-body; access-type=URL", ";url=x", 50_000},
		{"Content-Type", "message/external-body; access-type=URL; url*1*=x", ";url=x", 50_001},
	} {
		text := []byte(c.name + ":" + c.start + strings.Repeat(c.unit, 50_000))
		h := new(Header)
		h.Begin(text)
		h.Add(c.name, len(c.name)+1, len(text))
		n, before := 0, liveHeap()
		for r := range h.References() {
			if n++; n == 49_000 {
				require.Less(t, int64(liveHeap())-int64(before), int64(12<<20)) // the parameters take 9 MB
			}
			runtime.KeepAlive(r)
		}
		require.Equal(t, c.want, n)
		for range h.References() { // the first is not the last
			break
		}
	}
}

func liveHeap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// smallest returns the smallest edit that changes text to target.
func smallest(text, target string) edit.Edit {
	end := len(text)
	for end > 0 && target != "" && text[end-1] == target[len(target)-1] {
		end, target = end-1, target[:len(target)-1]
	}
	start := 0
	for start < end && start < len(target) && text[start] == target[start] {
		start++
	}
	return edit.Edit{Start: start, End: end, New: []byte(target[start:])}
}

// check checks that a rewritten header has the wanted references, that no other field
// changed, and that no line became too long.
func check(t testing.TB, was, now []byte, edits []edit.Edit, want []string) {
	t.Helper()
	var got []string
	for _, ref := range read(now) {
		got = append(got, ref.Attr+" "+string(ref.Text()))
	}
	require.Equal(t, want, got, "%q to %q", was, now)
	for _, fields := range []func([]byte) ([]string, error){byMail, byTextproto, byMimebase} {
		before, err := fields(was)
		if err != nil {
			continue
		}
		after, err := fields(now)
		require.NoError(t, err, "%q to %q", was, now)
		require.Equal(t, before, after, "%q to %q", was, now)
	}
	if longest(was) <= maxLine {
		require.LessOrEqual(t, longest(now), maxLine, "%q to %q", was, now)
	}
	require.LessOrEqual(t, blankLines(now), blankLines(was), "%q to %q", was, now)
	for _, e := range edits {
		text := strings.NewReplacer("\r\n\t", "", "\n\t", "").Replace(string(e.New))
		require.NotContains(t, e.New, 0)
		require.False(t, strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }), "%q", e.New)
	}
}

func longest(b []byte) (n int) {
	for line := range bytes.Lines(b) {
		n = max(n, len(bytes.TrimRight(line, "\r\n")))
	}
	return n
}

// known are the fields whose values may change.
var known = strings.ToLower(strings.Join(names[:], " ") + " ")

// byMail returns the names of the fields of a header, and the values of fields without
// references, as net/mail reads them.
func byMail(header []byte) ([]string, error) {
	m, err := mail.ReadMessage(bytes.NewReader(header))
	if err != nil {
		return nil, err
	}
	all := map[string][]string{}
	for name, values := range m.Header {
		for i := range values {
			if strings.Contains(known, strings.ToLower(name)+" ") {
				values[i] = ""
			}
		}
		all[name] = values
	}
	return []string{fmt.Sprint(all)}, nil
}

// byTextproto is byMail with go-message.
func byTextproto(header []byte) (all []string, err error) {
	h, err := textproto.ReadHeader(bufio.NewReader(bytes.NewReader(header)))
	if err != nil {
		return nil, err
	}
	for f := h.Fields(); f.Next(); {
		if strings.Contains(known, strings.ToLower(f.Key())+" ") {
			all = append(all, f.Key())
		} else {
			all = append(all, f.Key()+": "+f.Value())
		}
	}
	return all, nil
}

// byMimebase is byMail with mimebase. It includes the parameters except URL.
func byMimebase(header []byte) (all []string, err error) {
	top := mimebase.Parse(header, nil, mimebase.Options{})
	for _, f := range top.Fields {
		value := ""
		if !strings.Contains(known, strings.ToLower(f.Name)+" ") {
			value = string(top.Text[f.Body.Start:f.Body.End])
		}
		all = append(all, f.Name+":"+value)
	}
	for name := range top.Params {
		if name == "url" || strings.HasPrefix(name, "url*") {
			delete(top.Params, name)
		}
	}
	return append(all, top.MediaType, fmt.Sprint(top.Params), top.ReadOnly), nil
}

// header returns a header with the field between two others.
func header(name, body string) string { return "A: b\r\n" + name + ":" + body + "\r\nC: d\r\n\r\n" }

// A row has the body of a field, the expected references, and the body with all references
// below http://h/.
type row struct {
	body string
	told []string
	want string // "" if nothing changes
}

func below(text string) string { return "http://h/" + text }

func checkRows(t *testing.T, name string, rows []row) {
	for _, c := range rows {
		for _, ending := range []string{"\r\n", "\n"} {
			src := strings.ReplaceAll(header(name, c.body), "\r\n", ending)
			r := rewrite(t, src, below)
			want := c.want
			if want == "" {
				want = c.body
			}
			require.Equal(t, c.told, r.told, "%q", src)
			require.Equal(t, strings.ReplaceAll(header(name, want), "\r\n", ending), r.out)
		}
	}
}

// blankLines returns the number of continuation lines without text.
func blankLines(body []byte) (n int) {
	lines := bytes.Split(body, []byte("\n"))
	for _, line := range lines[1:] {
		if len(bytes.TrimSpace(line)) == 0 {
			n++
		}
	}
	return n
}
