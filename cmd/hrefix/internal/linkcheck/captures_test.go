package linkcheck

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/anchors"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

func TestCaptures(t *testing.T) {
	long := "http://h/" + strings.Repeat("x", 100_000)
	captures := []Capture{
		{URL: "http://h", Status: 200},
		{URL: "http://h/a?", Status: 404},
		{URL: "https://H:443/a", Status: 200, Date: "2024"},
		{URL: "http://h/gone", Status: 404},
		{URL: "http://h/gone", Status: 500},
		{URL: "http://h/old", Status: 301, Location: "gone", Date: "2023"},
		{URL: "http://h/old", Status: 301, Location: "/a#x", Date: "2024"},
		{URL: "http://h/old", Status: 404, Date: "2025"},
		{URL: "http://h/self", Status: 302, Location: "self"},
		{URL: "http://h/away", Status: 302, Location: "http://x/y"},
		{URL: "http://h/lost", Status: 302, Location: "nothing"},
		{URL: "http://h/304", Status: 304},
		{URL: "http://h/resource"},
		{URL: "http://errors/", Status: 500},
		{URL: "http://h/gone", Derived: true},
		{URL: "http://h/old", Derived: true},
		{URL: "http://h/derived", Derived: true},
		{URL: "http://derived/", Derived: true},
		{URL: "http://h/tls", Status: 301, Location: "https://h/tls"},
		{URL: "urn:pageinfo:x", Status: 200},
		{URL: "dns:h"},
		{URL: "", Status: 200},
		{URL: long + "1", Status: 200},
	}
	for i := range 21 {
		captures = append(captures, Capture{URL: fmt.Sprintf("http://h/chain%d", i), Status: 301, Location: fmt.Sprintf("chain%d", i+1)})
	}
	captures = append(captures, Capture{URL: "http://h/chain21", Status: 200})
	type found struct {
		state captureState
		key   string
		via   string
		code  uint16
	}
	want := map[string]found{
		"http://h/":              {state: isThere, key: "//h/"},
		"http://h/a":             {state: isThere, key: "//h/a"},
		"http://h/%61?#x":        {state: isThere, key: "//h/a"},
		"http://h/a?x":           {},
		"http://h/gone":          {state: asError, key: "//h/gone", code: 500},
		"http://h/old":           {state: isThere, key: "//h/a", via: "http://h/a#x"},
		"http://h/self":          {state: inCircle, via: "http://h/self"},
		"http://h/away":          {via: "http://x/y"},
		"http://h/lost":          {state: notThere, via: "http://h/nothing"},
		"http://h/304":           {state: isThere, key: "//h/304"},
		"http://h/resource":      {state: isThere, key: "//h/resource"},
		"http://errors/":         {state: asError, key: "//errors/", code: 500},
		"http://errors/x":        {},
		"http://h/none":          {state: notThere},
		"http://h/derived":       {state: isThere, key: "//h/derived"},
		"http://derived/":        {state: isThere, key: "//derived/"},
		"http://derived/x":       {},
		"http://h/tls":           {state: notThere, via: "https://h/tls"},
		"http://h:8080/":         {},
		"mailto:a@h":             {},
		long + "2":               {state: notThere},
		"http://h/chain0":        {state: inCircle, via: "http://h/chain21"},
		"http://h/chain1":        {state: isThere, key: "//h/chain21", via: "http://h/chain21"},
		"http://\xff/%zz?\x00#":  {},
		"http://h/resource/more": {state: notThere},
	}
	want["http://h/a?x"] = found{state: notThere}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		random.Shuffle(len(captures), func(i, j int) { captures[i], captures[j] = captures[j], captures[i] })
		c := NewCaptures()
		for i := range captures {
			c.Add(&captures[i])
		}
		for url, want := range want {
			at := c.find([]byte(url))
			got := found{state: at.state, via: at.via, key: want.key}
			require.Same(t, c.byURL[want.key], at.at, url)
			if at.state == asError {
				got.code = at.at.status
			}
			require.Equal(t, want, got, url)
		}
		require.Equal(t, isThere, c.find([]byte(long+"1")).state)
	}
}

// addNames adds anchors of a captured page.
func addNames(c *Captures, url string, known, anyCase bool, names ...string) {
	c.AddAnchors(url, func(visit func(*engine.Anchor)) bool {
		for _, name := range names {
			visit(&engine.Anchor{Anchor: &anchors.Anchor{Name: []byte(name), AnyCase: anyCase}})
		}
		return known
	})
}

func TestCapturedAnchors(t *testing.T) {
	c := NewCaptures()
	for _, name := range []string{"page", "truncated", "error", "pdf"} {
		c.Add(&Capture{URL: "http://h/" + name, Status: 200})
	}
	addNames(c, "http://h/page", true, false, "a", "café", "B")
	addNames(c, "http://h/truncated", true, false)
	addNames(c, "http://h/truncated", false, false)
	addNames(c, "https://h/page", true, true, "b", "c") // captured again
	c.Add(&Capture{URL: "http://h/page", Status: 200, Date: "2024"})
	c.End()
	for fragment, want := range map[string]bool{"a": true, "A": false, "caf%C3%A9": true, "B": true, "x": false, "top": true, "C": true, "unused": false, "": true} {
		require.Equal(t, want, c.hasAnchor(c.byURL["//h/page"], []byte(fragment)), fragment)
		require.True(t, c.hasAnchor(c.byURL["//h/truncated"], []byte(fragment)))
		require.True(t, c.hasAnchor(c.byURL["//h/pdf"], []byte(fragment)))
	}
}

// TestCapturedScripts checks fragments that scripts of a captured page handle.
func TestCapturedScripts(t *testing.T) {
	c := NewCaptures()
	for _, name := range []string{"page", "old", "kept", "new", "src"} {
		c.Add(&Capture{URL: "http://h/" + name, Status: 200})
		addNames(c, "http://h/"+name, true, false)
	}
	addNames(c, "http://h/src", true, false, "L1", "L9")
	addNames(c, "http://h/new", true, false, "s")
	c.SetScripts("http://h/old", nil, engine.Redirect{To: "new"}, true)
	c.SetScripts("http://h/kept", nil, engine.Redirect{To: "/new", Hash: true}, true)
	c.SetScripts("http://h/src", []byte("linenumber.js"), engine.Redirect{}, false)

	rw, err := engine.New(engine.Options{Type: detect.HTML, Base: "http://h/page"})
	require.NoError(t, err)
	p := New(Options{}).Capture(&Source{Anchors: func(func(*engine.Anchor)) {}}, c, "http://h/page")
	var got []string
	rw.Visit([]byte("<a href=old#s><a href=kept#s><a href=kept#line2><a href=src#L1-L9><a href=src#L1-L8><a href=src#line2><a href=new#line2>"), engine.Visitor{Document: p.Document, Reference: func(ref *engine.Reference) {
		if f := p.Check(ref); f != nil {
			got = append(got, string(ref.Text)+": "+f.Text)
		}
	}})
	require.Equal(t, []string{
		"old#s: the page redirects to new, and the fragment is lost", "kept#line2: " + noAnchor.text + ": the page redirects to /new",
		"src#L1-L8: " + noAnchor.text, "new#line2: " + noAnchor.text,
	}, got)
}

// TestTooManyAnchors checks that the memory for anchors is bounded.
func TestTooManyAnchors(t *testing.T) {
	defer func(n int) { maxAnchors = n }(maxAnchors)
	maxAnchors = 100
	c := NewCaptures()
	c.Add(&Capture{URL: "http://h/", Status: 200})
	for i := range 100 {
		addNames(c, "http://h/", true, false, fmt.Sprint(i))
	}
	c.End()
	require.False(t, c.TooMany())
	require.True(t, c.hasAnchor(c.byURL["//h/"], []byte("1")))
	require.False(t, c.hasAnchor(c.byURL["//h/"], []byte("x")))
	for i := range 1000 {
		addNames(c, "http://h/", true, false, fmt.Sprint(i))
	}
	require.True(t, c.TooMany())
	require.True(t, c.hasAnchor(c.byURL["//h/"], []byte("x")))
	require.Len(t, c.byURL["//h/"].anchors.hashes, 100)
}

// TestLongRedirect checks that a redirect to a URL that is too long is not kept.
func TestLongRedirect(t *testing.T) {
	c := NewCaptures()
	c.Add(&Capture{URL: "http://h/", Status: 301, Location: strings.Repeat("x", 1<<20)})
	require.Equal(t, captured{}, c.find([]byte("http://h/")))
	require.Less(t, len(c.byURL["//h/"].redirect), 100)
}

// TestCapturesMemory checks that a capture whose URL has 100 bytes takes at most 300.
func TestCapturesMemory(t *testing.T) {
	const n = 100_000
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	c := NewCaptures()
	path := strings.Repeat("x", 70)
	for i := range n {
		one := Capture{URL: fmt.Sprintf("http://host.example/%s/%09d", path, i), Status: 200}
		if i%10 == 0 {
			one.Status, one.Location = 301, "/new"
		}
		c.Add(&one)
	}
	used := float64(heap()-before) / n
	t.Logf("%.0f bytes for a capture", used)
	require.Less(t, used, 300.0)
	require.Equal(t, n, c.Len())
}
