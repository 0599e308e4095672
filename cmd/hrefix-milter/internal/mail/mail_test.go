package mail

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/rewrite"
)

// build makes a message of pairs of names and values, and a body.
func build(spaced bool, body string, fields ...string) *Message {
	m := new(Message)
	for i := 0; i < len(fields); i += 2 {
		m.AddField([]byte(fields[i]), []byte(fields[i+1]), spaced)
	}
	m.EndHeader()
	copy(m.Extend(len(body)), body)
	return m
}

func newRewriter(t testing.TB) *rewrite.Rewriter {
	rw, err := rewrite.New(rewrite.Options{Type: rewrite.Message, KeepDKIM: true, MaxGrowth: 2})
	require.NoError(t, err)
	return rw
}

var huge = Options{MaxSize: 1 << 30}

// TestFields checks the index and the exact value of each field that changes.
func TestFields(t *testing.T) {
	rw := newRewriter(t)
	base := " <URL:http://example.org/>"
	for _, test := range []struct {
		name   string
		spaced bool
		fields []string
		want   []string // name, index, value
	}{
		{"a space", true, []string{"Content-Location", " x"}, []string{"Content-Location 1  http://example.org/x"}},
		{"a tab and folds", true, []string{"Link", "\t<x>;\n\t rel=a"}, []string{"Link 1 \t<http://example.org/x>;\n\t rel=a"}},
		{"no space", true, []string{"Link", "<x>"}, []string{"Link 1 <http://example.org/x>"}},
		{"the server keeps the space", false, []string{"Link", "<x>"}, []string{"Link 1 <http://example.org/x>"}},
		{"CR LF", true, []string{"Link", " <x>,\r\n <y>"}, []string{"Link 1  <http://example.org/x>,\r\n <http://example.org/y>"}},
		{"the third", true, []string{"LINK", " <http://a/>", "link", " <http://a/>", "Link", " <x>"}, []string{"Link 3  <http://example.org/x>"}},
		{"two", true, []string{"Link", " <x>", "X", " y", "link", " <z>"}, []string{"Link 1  <http://example.org/x>", "link 2  <http://example.org/z>"}},
	} {
		m := build(test.spaced, "text\r\n", append([]string{"Base", base}, test.fields...)...)
		c, report, err := Process(rw, m, huge)
		require.NoError(t, err, test.name)
		var got []string
		for _, f := range c.Fields {
			got = append(got, fmt.Sprintf("%s %d %s", f.Name, f.Index, f.Value))
		}
		require.Equal(t, test.want, got, test.name)
		require.False(t, c.Body)
		require.GreaterOrEqual(t, report.Changed, len(test.want))
		require.Len(t, rw.Bytes(m.Text()), c.Size)
	}
}

// TestUnfaithful checks that no change is made of what the server cannot store exactly.
func TestUnfaithful(t *testing.T) {
	const page = "<a href=x>1</a>\r\n"
	head := []string{"Base", " http://example.org/", "Content-Type", " text/html"}
	for _, test := range []struct {
		name   string
		body   string
		fields []string
		want   error
	}{
		{"lines end with CR LF and LF", "a\r\nb\n" + page, nil, ErrEnding},
		{"a second line that is not folded", page, []string{"X", " a\nY: b"}, ErrHeader},
		{"a line feed at the end", page, []string{"X", " a\n"}, ErrHeader},
		{"no name", page, []string{"", " a"}, ErrHeader},
		{"a space in a name", page, []string{"X Y", " a"}, ErrHeader},
		{"a long field that changes", page, []string{"Link", " <x>; rel=" + strings.Repeat("a", 66_000)}, ErrField},
	} {
		m := build(true, test.body, append(append([]string(nil), head...), test.fields...)...)
		plan := newRewriter(t).Plan(m.Text())
		if test.want != ErrHeader {
			require.True(t, plan.Changes(), test.name)
		}
		_, err := NewChange(m, plan)
		require.ErrorIs(t, err, test.want, test.name)
	}
	m := build(true, strings.ReplaceAll("a\r\nb\r\n"+page, "\r\n", "\n"), head...)
	c, _, err := Process(newRewriter(t), m, huge)
	require.NoError(t, err, "all lines end with LF")
	require.True(t, c.Body)
}

// TestNothing checks that a message without links to change needs no change.
func TestNothing(t *testing.T) {
	for _, body := range []string{"", "text\r\n", "<a href=x>no base</a>", "<a href=http://a/>absolute</a>"} {
		c, _, err := Process(newRewriter(t), build(true, body, "Content-Type", " text/html"), huge)
		require.NoError(t, err)
		require.Nil(t, c)
	}
	_, report, _ := Process(newRewriter(t), build(true, "<a href=x>", "Content-Type", " text/html"), huge)
	require.Equal(t, map[string]int{"no-base": 1}, report.Left)
}

// TestMemory checks that rewriting takes no more memory than the factor of package session.
func TestMemory(t *testing.T) {
	const size, factor = 4 << 20, 16
	defer debug.SetGCPercent(debug.SetGCPercent(5))
	rw := newRewriter(t)
	worst := 0.0
	for name, unit := range map[string]string{
		"short links": "<a href=x>", "srcset": "<img srcset='a,b,c'>", "entities": "<a href=&#120;>",
	} {
		body := strings.Repeat(unit, size/len(unit))
		m := build(true, body, "Base", " http://e/", "Content-Type", " text/html")
		used := float64(peakDuring(func() {
			_, _, err := Process(rw, m, huge)
			require.NoError(t, err)
		})) / size
		worst = max(worst, used)
		require.LessOrEqual(t, used, float64(factor), name)
	}
	t.Logf("at most %.1f times the size", worst)
}

// peakDuring returns by how much the memory in use grows while f runs.
func peakDuring(f func()) uint64 {
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	runtime.GC()
	before, peak := heap(), uint64(0)
	ended := make(chan bool)
	go func() { f(); close(ended) }()
	for {
		select {
		case <-ended:
			return max(peak, before) - before
		case <-time.After(time.Millisecond):
			peak = max(peak, heap())
		}
	}
}
