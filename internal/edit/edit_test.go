package edit

import (
	"bytes"
	"errors"
	"io"
	"math/rand"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

func at(start, end int, text string) Edit { return Edit{Start: start, End: end, New: []byte(text)} }

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		name  string
		edits []Edit
		want  string // part of the error
	}{
		{"none", nil, ""},
		{"sorted", []Edit{at(0, 1, "x"), at(3, 4, "")}, ""},
		{"touching", []Edit{at(0, 2, "x"), at(2, 4, "y")}, ""},
		{"insertion after a replacement", []Edit{at(0, 2, "x"), at(2, 2, "y")}, ""},
		{"insertion at the ends", []Edit{at(0, 0, "x"), at(9, 9, "y")}, ""},
		{"whole", []Edit{at(0, 9, "")}, ""},
		{"overlap", []Edit{at(0, 3, ""), at(2, 4, "")}, "edit 1: [2,4) overlaps the edit before it, which ends at 3"},
		{"unsorted", []Edit{at(5, 6, ""), at(2, 3, "")}, "edit 1: [2,3) overlaps"},
		{"two insertions at one offset", []Edit{at(2, 2, "x"), at(2, 2, "y")}, "edit 1: [2,2) overlaps"},
		{"insertion before a replacement", []Edit{at(2, 2, "x"), at(2, 3, "y")}, "edit 1: [2,3) overlaps"},
		{"two insertions at zero", []Edit{at(0, 0, "x"), at(0, 0, "y")}, "edit 1: [0,0) overlaps"},
		{"negative", []Edit{at(-1, 0, "")}, "edit 0: [-1,0) is not inside the source of 9 bytes"},
		{"beyond", []Edit{at(0, 0, ""), at(9, 10, "")}, "edit 1: [9,10) is not inside"},
		{"backwards", []Edit{at(3, 2, "")}, "edit 0: [3,2) is not inside"},
	} {
		err := Check(c.edits, 9)
		if c.want == "" {
			require.NoError(t, err, c.name)
			continue
		}
		require.ErrorContains(t, err, c.want, c.name)
		out, applyErr := Apply(make([]byte, 9), c.edits)
		require.Equal(t, err, applyErr, c.name)
		require.Nil(t, out, c.name)
		out, applyErr = Append([]byte("a"), make([]byte, 9), c.edits)
		require.Equal(t, err, applyErr, c.name)
		require.Equal(t, "a", string(out), c.name)
		var b bytes.Buffer
		n, writeErr := Write(&b, make([]byte, 9), c.edits)
		require.Equal(t, err, writeErr, c.name)
		require.Zero(t, n, c.name)
		require.Zero(t, b.Len(), "%s: nothing is written", c.name)
	}
}

func TestApply(t *testing.T) {
	src := []byte("0123456789")
	for _, c := range []struct {
		edits []Edit
		want  string
	}{
		{[]Edit{at(0, 0, "ab")}, "ab0123456789"},
		{[]Edit{at(10, 10, "ab")}, "0123456789ab"},
		{[]Edit{at(3, 5, "")}, "01256789"},
		{[]Edit{at(0, 10, "")}, ""},
		{[]Edit{at(0, 1, "a"), at(1, 2, "b"), at(2, 2, "c"), at(9, 10, "d")}, "abc2345678d"},
	} {
		out, err := Apply(src, c.edits)
		require.NoError(t, err)
		require.Equal(t, c.want, string(out))
		require.Equal(t, len(out), cap(out), "the size is known beforehand")
	}
	require.Equal(t, "0123456789", string(src), "the source is left alone")

	out, err := Apply(src, nil)
	require.NoError(t, err)
	require.Same(t, &src[0], &out[0], "no edits, no copy")
}

// TestRandom compares Apply with applying the edits one by one, from the last to the first.
func TestRandom(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 3000 {
		src := make([]byte, r.Intn(40))
		r.Read(src)
		edits := randomEdits(r, len(src))
		want := bytes.Clone(src)
		for i := len(edits) - 1; i >= 0; i-- {
			e := edits[i]
			want = append(append(bytes.Clone(want[:e.Start]), e.New...), want[e.End:]...)
		}
		out, err := Apply(src, edits)
		require.NoError(t, err)
		require.True(t, bytes.Equal(want, out))
		require.Equal(t, len(want), Size(src, edits))
		out, err = Append([]byte("before"), src, edits)
		require.NoError(t, err)
		require.Equal(t, "before"+string(want), string(out))
		var b bytes.Buffer
		n, err := Write(&b, src, edits)
		require.NoError(t, err)
		require.Equal(t, int64(len(want)), n)
		require.True(t, bytes.Equal(want, b.Bytes()))
	}
}

func randomEdits(r *rand.Rand, size int) []Edit {
	var out []Edit
	pos, last := 0, -1
	for n := r.Intn(6); n > 0; n-- {
		start := pos + r.Intn(size-pos+1)
		end := start + r.Intn(size-start+1)
		if start != last {
			out = append(out, at(start, end, "xyz"[:r.Intn(4)]))
			pos, last = end, start
		}
	}
	return out
}

// A failing writer accepts n bytes and then returns errFull.
type failing struct{ n int }

var errFull = errors.New("full")

func (w *failing) Write(b []byte) (int, error) {
	if len(b) > w.n {
		n := w.n
		w.n = 0
		return n, errFull
	}
	w.n -= len(b)
	return len(b), nil
}

func TestWriteErrors(t *testing.T) {
	src, edits := []byte("0123456789"), []Edit{at(2, 4, "abc"), at(6, 6, "d")}
	for n := range 12 {
		total, err := Write(&failing{n}, src, edits)
		require.ErrorIs(t, err, errFull)
		require.Equal(t, int64(n), total, "what was written is counted")
	}
	total, err := Write(&failing{12}, src, edits)
	require.NoError(t, err)
	require.Equal(t, int64(12), total)
}

// A lazy writer writes about half of the bytes and returns no error.
type lazy struct{}

func (lazy) Write(b []byte) (int, error) { return (len(b) + 1) / 2, nil }

func TestShortWrite(t *testing.T) {
	total, err := Write(lazy{}, []byte("0123456789"), []Edit{at(1, 2, "abc")})
	require.ErrorIs(t, err, io.ErrShortWrite)
	require.Equal(t, int64(1+2), total)
}

// Append allocates nothing if there is room, for edits that are not in groups.
func TestAppendAllocatesNothing(t *testing.T) {
	src, edits, buf := make([]byte, 100), make([]Edit, 100), make([]byte, 0, 200)
	for i := range edits {
		edits[i] = at(i, i+1, "x")
	}
	require.Zero(t, testing.AllocsPerRun(100, func() {
		_, err := Append(buf, src, edits)
		require.NoError(t, err)
	}))
}

// The edits of a group are yielded, counted and applied as if they were in the slice.
func TestGroup(t *testing.T) {
	var inner, list List
	inner.Add([]Edit{at(1, 1, "x"), at(2, 3, "")})
	group := inner.Edits(nil, nil, 0)
	list.Add(append(group, at(7, 8, "yz")))
	edits := list.Edits(nil, nil, 0)
	require.Len(t, edits, 1)
	require.True(t, HasGroup(edits))
	require.Equal(t, 1, Grown(edits))
	for range 2 {
		out, err := Append([]byte("a"), []byte("0123456789"), edits)
		require.NoError(t, err)
		require.Equal(t, "a0x13456yz89", string(out))
	}
	for e := range All(append(group, at(7, 8, "y"))) { // the caller may stop early
		require.Equal(t, 1, e.Start)
		break
	}
	require.Nil(t, new(List).Edits(nil, nil, 0))
}

// A list yields the edits that were added and those between them, whatever prefixes and whole texts they
// have in common, and a group of them has the numbers of the edits in it.
func TestListOfSharedTexts(t *testing.T) {
	r := rand.New(rand.NewSource(34))
	words := []string{"", "x", "http://h.example/", "http://h.example/dir/", "http://h.example/dir/../", "mailto:somebody@"}
	for range 500 {
		var list List
		var all, extra []Edit
		pos := 0
		for n := r.Intn(60); n > 0; n-- {
			text := words[r.Intn(len(words))]
			if r.Intn(3) == 0 {
				text += strconv.Itoa(r.Intn(1000))
			}
			e := at(pos+r.Intn(3), pos+3+r.Intn(3), text)
			pos = e.End + 1
			if all = append(all, e); r.Intn(8) == 0 {
				extra = append(extra, e)
			} else {
				list.Add(all[len(all)-1:])
			}
		}
		few := r.Intn(60)
		edits := list.Edits(nil, extra, few)
		require.Equal(t, len(all) > few, HasGroup(edits))
		require.Equal(t, Grown(all), Grown(edits))
		require.True(t, slices.EqualFunc(all, slices.Collect(All(edits)), func(a, b Edit) bool {
			return a.Start == b.Start && a.End == b.End && string(a.New) == string(b.New)
		}))
		if HasGroup(edits) {
			require.Equal(t, all[0].Start, edits[0].Start)
			require.Equal(t, all[len(all)-1].End, edits[0].End)
		}
	}
}
