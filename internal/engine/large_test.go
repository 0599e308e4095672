package engine_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/resolve"
)

// seen is all that a visitor is given of a source.
type seen struct {
	told  []string
	plan  *engine.Plan
	texts []string // and what becomes of them
}

// see visits a source whose texts count as large from so many bytes on.
func see(t testing.TB, opts engine.Options, src []byte, large int) *seen {
	t.Helper()
	rw, err := engine.New(opts)
	require.NoError(t, err)
	if large > 0 {
		rw.SetLarge(large)
	}
	s := new(seen)
	s.plan = rw.Visit(src, engine.Visitor{
		Document: func(d *engine.Document) {
			s.told = append(s.told, fmt.Sprintf("document %s %s %s %s", d.Part, d.MediaType, d.Base, d.Base.Layer))
		},
		Reference: func(r *engine.Reference) {
			s.told = append(s.told, fmt.Sprintf("%s %s %s %q %q %s %s %s %d",
				r.Part, r.Element, r.Attr, r.Text, r.Target, r.Status, r.Reason, r.Base, r.Offset()))
		},
		Text: func(x *engine.Text) {
			out, err := edit.Apply(x.Content, x.Edits)
			require.NoError(t, err)
			s.texts = append(s.texts, fmt.Sprintf("%s %s %d %q", x.Part, x.Encoding, x.Offset, out))
		},
	})
	return s
}

// checkLarge checks that a source is rewritten in the same way whether its texts count
// as large or not.
func checkLarge(t testing.TB, name string, opts engine.Options, src []byte) {
	t.Helper()
	want := see(t, opts, src, 0)
	out, err := want.plan.Bytes()
	require.NoError(t, err, name)
	for _, large := range []int{1, 100} {
		got := see(t, opts, src, large)
		require.Equal(t, want.told, got.told, "%s: %d", name, large)
		require.Equal(t, want.plan.Notes, got.plan.Notes, "%s: %d", name, large)
		require.Equal(t, want.texts, got.texts, "%s: %d", name, large)
		all, err := got.plan.Bytes()
		require.NoError(t, err, name)
		require.Equal(t, string(out), string(all), "%s: %d", name, large)
		var b bytes.Buffer
		_, err = got.plan.WriteTo(&b)
		require.NoError(t, err, name)
		require.Equal(t, string(out), b.String(), "%s: %d", name, large)
		require.NoError(t, edit.Check(got.plan.Edits(), len(src)), name)
		require.Equal(t, want.plan.Changes(), got.plan.Changes(), name)
		if !bytes.Contains(bytes.ToLower(src), []byte("base64")) { // which has fewer edits
			require.Equal(t, slices.Collect(want.plan.All()), slices.Collect(got.plan.All()), "%s: %d", name, large)
		}
	}
}

// largeSources are documents of all kinds, and messages.
func largeSources(t testing.TB) map[string][]byte {
	all := make(map[string][]byte)
	for name, src := range allShapes(2000) {
		all[name] = []byte(src)
	}
	names, err := filepath.Glob("../../testdata/*.*")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		if text, err := os.ReadFile(name); err == nil {
			all[name] = text
		}
	}
	if os.Getenv(corpus.Variable) == "" {
		return all
	}
	for _, dir := range []string{"pages", "mail"} {
		for _, f := range corpus.Files(t, dir) {
			if len(f.Data) < 200_000 {
				all[f.Name] = f.Data
			}
		}
	}
	for _, f := range corpus.TreeInputs(t) {
		all[f.Name] = f.Data
	}
	return all
}

// TestLarge: whether a text is large makes no difference but to the memory.
func TestLarge(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 8))
	all := largeSources(t)
	for _, name := range sortedKeys(all) {
		src := all[name]
		base := optionsFor(name)
		if !strings.HasPrefix(name, messagePrefix) {
			base.Type, _ = detect.TypeOf(name, src)
		}
		for range 3 {
			opts := drawn(t, base.Type, pageURL, lots(random.Uint64()))
			checkLarge(t, name, opts, src)
		}
		checkLarge(t, name, base, src)
		if base.Type == detect.HTML {
			checkLarge(t, name, engine.Options{Type: detect.XML, Base: pageURL, Mode: engine.Pin}, src)
		}
	}
}

func sortedKeys[T any](m map[string]T) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// TestLargeMailbox: lines that come to begin with "From " are quoted in a large message
// as in any.
func TestLargeMailbox(t *testing.T) {
	const start = "From a@b Thu Jan  1 00:00:00 1970\n"
	for _, text := range []string{
		"<a href=\"\nFrom x\">", "<a href='\n..\nFrom x'>", "<a ping='\nx\nFrom\n..\nFrom y'>", "<a href=x>\n<a href='\nFrom  x'>",
	} {
		for _, encoding := range []string{"8bit", "quoted-printable"} {
			src := []byte(start + "Base: <URL:http://h/From />\nContent-Type: text/html\nContent-Transfer-Encoding: " + encoding + "\n\n" +
				strings.Repeat(text+"\n", 200) + start + "\n")
			checkLarge(t, text, engine.Options{Type: detect.Mbox, Base: "http://h/"}, src)
		}
	}
}

// TestLargePinned: a relative style sheet after any number of absolute ones keeps a large
// document from being pinned, as it does a small one.
func TestLargePinned(t *testing.T) {
	sheets := strings.Repeat(`<?xml-stylesheet href="http://s/"?>`, 3000)
	for _, dialect := range []resolve.Dialect{resolve.RFC1808, resolve.RFC3986, resolve.WHATWG} {
		opts := engine.Options{Type: detect.XML, Base: pageURL, Mode: engine.Pin, Dialect: dialect}
		for src, changes := range map[string]bool{
			sheets + `<svg/>`: true,
			sheets + `<?xml-stylesheet href="s"?><svg/>`: false,
		} {
			checkLarge(t, "style sheets", opts, []byte(src))
			rw, err := engine.New(opts)
			require.NoError(t, err)
			require.Equal(t, changes, rw.Plan([]byte(src)).Changes())
		}
	}
}

// TestLargeEdits: what a plan holds of a large document is a few bytes for each edit.
func TestLargeEdits(t *testing.T) {
	rw, err := engine.New(engine.Options{Type: detect.HTML, Base: pageURL})
	require.NoError(t, err)
	const n = 200_000
	src := []byte(strings.Repeat("<a href=x>", n))
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // it would empty the pools of buffers
	rw.Plan(src).Release()
	least := math.Inf(1) // of several: the pools may give a plan less than they were given
	for range 5 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		plan := rw.Plan(src)
		runtime.ReadMemStats(&after)
		require.Equal(t, n, count(plan))
		plan.Release()
		least = min(least, float64(after.TotalAlloc-before.TotalAlloc)/n)
	}
	require.Less(t, least, 6.0)
}

func count(p *engine.Plan) (n int) {
	for range p.All() {
		n++
	}
	return n
}

// FuzzLarge looks for a source and options for which the size makes a difference.
func FuzzLarge(f *testing.F) {
	f.Add([]byte("<base href=http://h/><a ping='x y'><p style='a:url(x)'>"), byte(detect.HTML), uint64(7))
	for _, src := range largeSources(f) {
		if len(src) < 5000 {
			f.Add(src, byte(detect.HTML), uint64(0))
			f.Add(src, byte(detect.Message), uint64(1))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, typ byte, l uint64) {
		checkLarge(t, "", drawn(t, detect.Type(typ%7), pageURL, lots(l)), src)
	})
}

// TestLargeMailboxParts has messages with several parts, whose lines must not begin with
// "From ".
func TestLargeMailboxParts(t *testing.T) {
	const part = "--m\nContent-Type: text/html\nContent-Location: x\n\n<base href='http://h/\nFrom '><a href=y><a href=z>\n"
	src := strings.Repeat("From x Tue Mar  1 00:00:00 2005\nContent-Type: multipart/mixed; boundary=m\n\n"+strings.Repeat(part, 3)+"--m--\n\n", 2)
	checkLarge(t, src, engine.Options{Type: detect.Mbox, Base: "http://h/"}, []byte(src))
}
