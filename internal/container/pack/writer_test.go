package pack

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"math/rand"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/tempdir"
)

var _ format.UnitWriter = (*Writer)(nil)

// A sample is a Zstandard file, with the offsets at which its units begin, in the text and in the file. A
// unit without text belongs to the one before it.
type sample struct {
	file, text string
	frames     []string
	begin      []unit // the last one is the end
}

// skippedFrame is a unit that can never have text.
const skippedFrame = "\x50\x2a\x4d\x18\x03\x00\x00\x00abc"

func randomSample(r *rand.Rand) (s sample) {
	mark := func() {
		u := unit{text: int64(len(s.text)), start: int64(len(s.file))}
		if last := len(s.begin) - 1; last >= 0 && s.begin[last].text == u.text {
			s.begin = s.begin[:last]
		}
		s.begin = append(s.begin, u)
	}
	for range r.Intn(12) {
		mark()
		frame, text := skippedFrame, ""
		if n := r.Intn(6); n > 0 {
			if n > 1 {
				text = strings.Repeat(string(rune('a'+r.Intn(26))), 1+r.Intn(1<<(3*n-5)))
			}
			frame = zstdFrame(text)
		}
		s.frames = append(s.frames, frame)
		s.file += frame
		s.text += text
	}
	mark()
	return s
}

// TestInsert puts units at all places where units begin or end. Wherever the Reader is, the new
// unit is between the others, and these stay as they are.
func TestInsert(t *testing.T) {
	empty, added := zstdFrame(""), zstdFrame("new")
	hasText := func(frame string) bool { return frame != empty && frame != skippedFrame }
	r := rand.New(rand.NewSource(2))
	for range 100 {
		s := randomSample(r)
		var out bytes.Buffer
		z := openZstd(iotest.OneByteReader(strings.NewReader(s.file)), format.Limits{})
		w := z.Rewrite(&out)
		w.ByUnit()
		read, kept, next := 0, int64(0), 0
		var want []string // the frames with text
		for _, m := range s.begin {
			for read < int(m.text) {
				k, err := z.Read(make([]byte, 1+r.Intn(2*int(m.text))))
				require.NoError(t, err)
				read += k
			}
			if r.Intn(2) == 0 { // the Reader is ahead
				k, err := z.Read(make([]byte, 1+r.Intn(100)))
				require.True(t, err == nil || err == io.EOF)
				read += k
			}
			require.NoError(t, w.Keep(int(m.text-kept)))
			kept = m.text
			for end := 0; next < len(s.frames); next++ {
				if end = len(strings.Join(s.frames[:next+1], "")); end > int(m.start) {
					break
				}
				if hasText(s.frames[next]) {
					want = append(want, s.frames[next])
				}
			}
			if r.Intn(3) > 0 {
				require.NoError(t, w.Insert([]byte("new")))
				want = append(want, added)
			}
		}
		if r.Intn(2) == 0 {
			got, err := io.ReadAll(z)
			require.NoError(t, err)
			require.Equal(t, s.text[read:], string(got))
		}
		require.NoError(t, w.Close())
		rest, textless := out.String(), 0
		for _, frame := range append(want, "") {
			for strings.HasPrefix(rest, empty) || strings.HasPrefix(rest, skippedFrame) {
				if rest[0] == empty[0] {
					rest = rest[len(empty):]
				} else {
					rest = rest[len(skippedFrame):]
				}
				textless++
			}
			require.True(t, strings.HasPrefix(rest, frame))
			rest = rest[len(frame):]
		}
		require.Empty(t, rest)
		require.Equal(t, len(slices.DeleteFunc(slices.Clone(s.frames), hasText)), textless)
	}
}

// TestInsertGzip checks that text between two members becomes a member, and that the members stay.
func TestInsertGzip(t *testing.T) {
	one, two := plain(t, "one"), compress(t, []byte("\x1f\x8b\x08\x08\x01\x02\x03\x04\x02\x03name\x00"), []byte("two"), 6)
	file := append(bytes.Clone(one), two...)
	for pos, want := range map[int][]string{
		0: {"<new>", "one", "two"},
		1: {"o<new>ne", "two"},
		3: {"one", "<new>", "two"},
		6: {"one", "two", "<new>"},
	} {
		var out bytes.Buffer
		r := open(bytes.NewReader(file), format.Limits{})
		w := r.Rewrite(&out)
		w.ByUnit()
		_, err := io.ReadFull(r, make([]byte, pos))
		require.NoError(t, err)
		require.NoError(t, w.Keep(pos))
		require.NoError(t, w.Insert([]byte("<new>")))
		require.NoError(t, w.Close())
		require.Equal(t, want, opener(open).units(t, out.Bytes()))
		require.True(t, bytes.HasSuffix(out.Bytes(), two) || pos == 6)
		require.True(t, bytes.Contains(out.Bytes(), one) || pos == 1)
	}
}

// TestCloseAlone checks that Close alone copies a file, whatever it is.
func TestCloseAlone(t *testing.T) {
	for _, file := range [][]byte{nil, plain(t, "text"), []byte("no gzip"), plain(t, "cut")[:15]} {
		var out bytes.Buffer
		require.NoError(t, open(bytes.NewReader(file), format.Limits{}).Rewrite(&out).Close())
		require.True(t, bytes.Equal(file, out.Bytes()))
	}
}

// TestCloseEarly checks that text that was neither kept nor replaced is in a new member, too, and so is what was
// not even read.
func TestCloseEarly(t *testing.T) {
	file := append(plain(t, "one two three"), plain(t, " four")...)
	for n := 1; n <= 13; n++ {
		for _, byUnit := range []bool{false, true} {
			var out bytes.Buffer
			r := open(bytes.NewReader(file), format.Limits{})
			w := r.Rewrite(&out)
			if byUnit {
				w.ByUnit()
			}
			_, err := io.ReadFull(r, make([]byte, n))
			require.NoError(t, err)
			require.NoError(t, w.Replace(1, []byte("O")))
			require.NoError(t, w.Close())
			got, err := read(t, out.Bytes())
			require.NoError(t, err)
			require.Equal(t, "One two three four", string(got))
			require.Equal(t, byUnit, bytes.HasSuffix(out.Bytes(), plain(t, " four")))
		}
	}
}

// TestFillEmpty checks that a file without text can get some.
func TestFillEmpty(t *testing.T) {
	for n := range 4 {
		for _, byUnit := range []bool{false, true} {
			file := bytes.Repeat(plain(t, ""), n)
			var out bytes.Buffer
			r := open(bytes.NewReader(file), format.Limits{})
			w := r.Rewrite(&out)
			if byUnit {
				w.ByUnit()
			}
			_, err := io.ReadAll(r)
			require.NoError(t, err)
			require.NoError(t, w.Replace(0, []byte("text")))
			require.NoError(t, w.Close())
			require.True(t, bytes.HasPrefix(out.Bytes(), file))
			got, err := read(t, out.Bytes())
			require.NoError(t, err)
			require.Equal(t, "text", string(got))
		}
	}
}

func TestWrongUsage(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(r *Reader, w format.UnitWriter) error
		says string
	}{
		"more kept than read": {func(r *Reader, w format.UnitWriter) error { return w.Keep(3) }, "3 bytes of text to keep or replace at 0, but only 2 were read"},
		"more replaced":       {func(r *Reader, w format.UnitWriter) error { return errors.Join(w.Keep(1), w.Replace(2, nil)) }, "2 bytes of text to keep or replace at 1, but only 1 were read"},
		"negative":            {func(r *Reader, w format.UnitWriter) error { return w.Keep(-1) }, "-1 bytes of text to keep or replace"},
		"second Writer":       {func(r *Reader, w format.UnitWriter) error { return r.Rewrite(io.Discard).Keep(0) }, "a Reader that was used already"},
		"Reader closed":       {func(r *Reader, w format.UnitWriter) error { return errors.Join(r.Close(), w.Keep(1)) }, "the Reader is closed"},
		"closed":              {func(r *Reader, w format.UnitWriter) error { return errors.Join(w.Close(), w.Keep(1)) }, fs.ErrClosed.Error()},
		"read when closed": {func(r *Reader, w format.UnitWriter) error {
			require.NoError(t, w.Close())
			_, err := r.Read(make([]byte, 1))
			return err
		}, fs.ErrClosed.Error()},
	} {
		r := open(bytes.NewReader(plain(t, "text")), format.Limits{})
		w := r.Rewrite(io.Discard)
		n, err := r.Read(make([]byte, 2))
		require.Equal(t, 2, n)
		require.NoError(t, err)
		require.ErrorContains(t, c.do(r, w), c.says, name)
		require.NoError(t, r.Close())
		require.NoError(t, r.Close(), "again")
	}

	r := open(bytes.NewReader(plain(t, "text")), format.Limits{})
	_, err := r.Read(make([]byte, 1))
	require.NoError(t, err)
	require.ErrorContains(t, r.Rewrite(io.Discard).Close(), "used already")
}

// failing fails after some bytes.
type failing struct{ left int }

func (f *failing) Write(p []byte) (int, error) {
	if len(p) > f.left {
		return f.left, errBoom
	}
	f.left -= len(p)
	return len(p), nil
}

// TestWriterError checks that the error of writing comes at last with Close, whichever byte it is.
func TestWriterError(t *testing.T) {
	tempdir.Empty(t)
	small, _, _ := threeMembers(t)
	large, _ := noise(t, 100_000)
	for _, c := range []struct {
		file []byte
		step int
	}{{small, corpus.Step(5)}, {append(large, large...), 9973 * corpus.Step(3)}} {
		for n := 0; n < len(c.file); n += c.step {
			requireWriterError(t, c.file, n, false, false)
			requireWriterError(t, c.file, n, true, true)
			if len(c.file) > len(small) { // a small file becomes smaller
				requireWriterError(t, c.file, n, true, false)
			}
		}
	}
}

func requireWriterError(t *testing.T, file []byte, n int, edited, byUnit bool) {
	t.Helper()
	r, w := held(file, &failing{n}, 10_000)
	if byUnit {
		w.ByUnit()
	}
	text, err := io.ReadAll(r)
	require.NoError(t, err)
	if edited {
		err = errors.Join(w.Replace(1, []byte("Number o")), w.Keep(len(text)-2), w.Replace(1, []byte("last")))
	}
	err = errors.Join(err, w.Close())
	require.ErrorIs(t, err, errBoom)
	require.ErrorContains(t, err, "gzip: writing, at byte ")
	require.NoError(t, w.Close(), "the error was returned")
}

// A gzipSample is a gzip file, and edits of its text.
type gzipSample struct {
	members  []sampleMember
	trailing []byte
	file     []byte
	text     []byte
	edits    []sampleEdit
}

type sampleMember struct {
	file             []byte
	start, end       int // in the text
	want             []byte
	touched, isFirst bool
}

type sampleEdit struct {
	start, end int
	with       []byte
}

func randomGzip(t *testing.T, r *rand.Rand) *gzipSample {
	s := new(gzipSample)
	for range 1 + r.Intn(5) {
		text := randomText(r, r.Intn(1<<(1+r.Intn(17))))
		if r.Intn(4) == 0 {
			text = nil
		}
		file := compress(t, randomHeader(r), text, r.Intn(10))
		s.members = append(s.members, sampleMember{file: file, start: len(s.text), end: len(s.text) + len(text), isFirst: len(s.text) == 0})
		s.text = append(s.text, text...)
		s.file = append(s.file, file...)
	}
	if r.Intn(3) == 0 {
		s.trailing = [][]byte{make([]byte, 1000), []byte("\x1e\x8b"), []byte("garbage \x1f\x8b\x08")}[r.Intn(3)]
		s.file = append(s.file, s.trailing...)
	}
	return s
}

// edit makes random edits, and with them the text that each member should
// have: new bytes are in the member where the edit begins, or in the one before
// if nothing is replaced.
func (s *gzipSample) edit(r *rand.Rand) {
	pos := 0
	for range r.Intn(6) {
		e := sampleEdit{start: pos + r.Intn(len(s.text)-pos+1)}
		e.end = e.start
		if r.Intn(3) > 0 {
			e.end += r.Intn(1 + min(len(s.text)-e.start, 1<<r.Intn(17)))
		}
		if r.Intn(4) > 0 {
			e.with = randomText(r, r.Intn(1<<r.Intn(12)))
		}
		if e.start == e.end && len(e.with) == 0 {
			continue
		}
		s.edits = append(s.edits, e)
		pos = e.end
	}
	for i := range s.members {
		s.members[i].apply(s.text, s.edits)
	}
}

func (m *sampleMember) apply(text []byte, edits []sampleEdit) {
	pos := m.start
	for _, e := range edits {
		here := m.start <= e.start && e.start < m.end
		if e.start == e.end {
			here = m.start < e.start && e.start <= m.end || m.isFirst && m.end > 0 && e.start == 0
		}
		start, end := max(e.start, m.start), min(e.end, m.end)
		if !here && start >= end {
			continue
		}
		m.touched = true
		m.want = append(m.want, text[pos:start]...)
		if here {
			m.want = append(m.want, e.with...)
		}
		pos = max(end, pos)
	}
	m.want = append(m.want, text[pos:m.end]...)
}

// edited returns the text after the edits.
func (s *gzipSample) edited() (out []byte) {
	pos := 0
	for _, e := range s.edits {
		out = append(append(out, s.text[pos:e.start]...), e.with...)
		pos = e.end
	}
	return append(out, s.text[pos:]...)
}

// run reads, keeps and replaces with random lengths and random distances.
func (s *gzipSample) run(t *testing.T, r *rand.Rand, byUnit bool) []byte {
	var out bytes.Buffer
	z := open(&randomReader{r, s.file, 1 << r.Intn(18)}, format.Limits{})
	z.tape.memory = []int{100, 5000, 8 << 20}[r.Intn(3)]
	defer z.Close()
	w := z.Rewrite(&out)
	if byUnit {
		w.ByUnit()
	}
	var text []byte
	buf := make([]byte, 1+r.Intn(1<<r.Intn(18)))
	need := func(n int) {
		for len(text) < n {
			k, err := z.Read(buf[:1+r.Intn(len(buf))])
			require.NoError(t, err)
			text = append(text, buf[:k]...)
		}
	}
	done := 0
	keep := func(end int) {
		for done < end {
			n := 1 + r.Intn(min(end-done, 1<<r.Intn(18)))
			need(done + n)
			require.NoError(t, w.Keep(n))
			done += n
		}
	}
	for _, e := range s.edits {
		keep(e.start)
		ahead := min(len(s.text), max(e.end, 1)+r.Intn(1<<r.Intn(18)))
		need(ahead)
		if len(s.text) == 0 {
			n, err := z.Read(buf)
			require.Equal(t, io.EOF, err)
			require.Zero(t, n)
		}
		require.NoError(t, w.Replace(e.end-e.start, e.with))
		done = e.end
	}
	keep(done + r.Intn(len(s.text)-done+1))
	if r.Intn(2) == 0 {
		rest, err := io.ReadAll(z)
		require.NoError(t, err)
		require.True(t, bytes.Equal(s.text, append(text, rest...)), "the text")
		if s.trailing != nil {
			require.Equal(t, int64(len(s.file)-len(s.trailing)), z.Trailing())
		} else {
			require.Equal(t, int64(-1), z.Trailing())
		}
	}
	require.NoError(t, w.Close())
	return out.Bytes()
}

// check compares each member.
func (s *gzipSample) check(t *testing.T, out []byte) {
	require.True(t, bytes.HasSuffix(out, s.trailing), "what follows the members stays")
	list := opener(open).units(t, out)
	rest := out
	for i, m := range s.members {
		if !m.touched {
			require.True(t, bytes.HasPrefix(rest, m.file), "member %d stays", i)
			rest = rest[len(m.file):]
			if m.start < m.end {
				list = list[1:]
			}
			continue
		}
		in := bytes.NewReader(rest)
		c := newCursor(&tape{src: in})
		d := gunzipper{in: c}
		_, err := d.start()
		require.NoError(t, err)
		text, err := io.ReadAll(&d)
		require.NoError(t, err)
		require.True(t, bytes.Equal(m.want, text), "the text of member %d", i)
		rest = rest[c.pos():]
		if len(text) > 0 {
			list = list[1:]
		}
	}
	require.Equal(t, string(s.trailing), string(rest))
	require.Empty(t, list)
}

// TestRandom checks that each member is as it was or has its new text by unit, whatever the members and the edits
// are, and that there are no others. As a whole, all text is in one member.
func TestRandom(t *testing.T) {
	tempdir.Empty(t)
	r := rand.New(rand.NewSource(1))
	for range corpus.Rounds(60) {
		s := randomGzip(t, r)
		for _, byUnit := range []bool{false, true} {
			require.True(t, bytes.Equal(s.file, s.run(t, r, byUnit)), "no edits")
		}
		s.edit(r)
		if len(s.text) > 0 {
			s.check(t, s.run(t, r, true))
		}
		out, want := s.run(t, r, false), s.edited()
		require.True(t, bytes.HasSuffix(out, s.trailing), "what follows the members stays")
		list := opener(open).units(t, out)
		require.Equal(t, string(want), strings.Join(list, ""))
		if len(s.edits) > 0 && len(s.text) > 0 {
			require.LessOrEqual(t, len(list), 1)
		}
	}
}
