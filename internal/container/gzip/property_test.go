package gzip

import (
	"bytes"
	"compress/gzip"
	"io"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/tempdir"
)

// A sample is a file, and what becomes of it.
type sample struct {
	members  []sampleMember
	trailing []byte
	file     []byte
	text     []byte
	edits    []sampleEdit
}

type sampleMember struct {
	header, file     []byte
	start, end       int // in the text
	want             []byte
	touched, isFirst bool
}

type sampleEdit struct {
	start, end int
	with       []byte
}

func randomSample(t *testing.T, r *rand.Rand) *sample {
	s := new(sample)
	for i := range 1 + r.Intn(5) {
		text := randomText(r, r.Intn(1<<(1+r.Intn(17))))
		if r.Intn(4) == 0 {
			text = nil
		}
		header := randomHeader(r)
		file := compress(t, header, text, r.Intn(10))
		s.members = append(s.members, sampleMember{
			header: header, file: file, start: len(s.text), end: len(s.text) + len(text), isFirst: i == 0,
		})
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
func (s *sample) edit(r *rand.Rand) {
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
		inserted := e.start == e.end
		here := m.start <= e.start && e.start < m.end
		if inserted {
			here = m.start < e.start && e.start <= m.end || m.isFirst && e.start == 0
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

// run reads, keeps and replaces with random lengths and random distances.
func (s *sample) run(t *testing.T, r *rand.Rand) []byte {
	var out bytes.Buffer
	z := NewReader(&randomReader{r, s.file, 1 << r.Intn(18)}, Limits{})
	z.HoldInMemory([]int{100, 5000, 8 << 20}[r.Intn(3)])
	defer z.Close()
	w := NewWriter(&out, z)
	var text []byte
	buf := make([]byte, 1+r.Intn(1<<r.Intn(18)))
	need := func(n int) {
		for len(text) < n {
			k, err := z.Read(buf[:1+r.Intn(len(buf))])
			require.NoError(t, err)
			text = append(text, buf[:k]...)
		}
	}
	told := 0
	keep := func(end int) {
		for told < end {
			n := 1 + r.Intn(min(end-told, 1<<r.Intn(18)))
			need(told + n)
			require.NoError(t, w.Keep(n))
			told += n
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
		told = e.end
	}
	keep(told + r.Intn(len(s.text)-told+1))
	if r.Intn(2) == 0 {
		rest, err := io.ReadAll(z)
		require.NoError(t, err)
		require.Equal(t, s.text, append(text, rest...), "the text")
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
func (s *sample) check(t *testing.T, out []byte) {
	for i, m := range s.members {
		if !m.touched {
			require.True(t, bytes.HasPrefix(out, m.file), "member %d stays", i)
			out = out[len(m.file):]
			continue
		}
		require.True(t, bytes.HasPrefix(out, m.header), "the header of member %d stays", i)
		in := bytes.NewReader(out)
		z, err := gzip.NewReader(in)
		require.NoError(t, err)
		z.Multistream(false)
		text, err := io.ReadAll(z)
		require.NoError(t, err)
		require.True(t, bytes.Equal(m.want, text), "the text of member %d", i)
		out = out[len(out)-in.Len():]
	}
	require.Equal(t, string(s.trailing), string(out), "what is behind the members stays")
}

// Whatever the members and the edits, each member is as it was or has its new
// text, and there are no others.
func TestRandom(t *testing.T) {
	tempdir.Empty(t)
	r := rand.New(rand.NewSource(1))
	for range corpus.Rounds(60) {
		s := randomSample(t, r)
		require.Equal(t, s.file, s.run(t, r), "no edits")
		s.edit(r)
		s.check(t, s.run(t, r))
	}
}
