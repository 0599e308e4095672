package resolve_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/resolve"
)

// A pair is a base, and a reference of the corpus.
type pair struct{ Base, Ref string }

// pairCount is the number of pairs that the dialects are timed with.
const pairCount = 20_000

var attribute = regexp.MustCompile(`(?i)(?:href|src|action|background|data|poster)\s*=\s*(?:3D)?(?:"([^"]*)"|'([^']*)')`)

// softBreaks matches the soft line breaks of quoted-printable.
var softBreaks = regexp.MustCompile(`=\r?\n`)

// pairs returns the references of the pages and messages of the corpus, and the
// test vectors, repeated until there are pairCount.
func pairs(tb testing.TB) []pair {
	var all []pair
	for _, file := range []string{"rfc1808_sec5", "fielding_rfc1808", "go_net_url", "network_uri"} {
		var vectors []pair
		corpus.ReadJSON(tb, &vectors, "vectors", file+".json")
		all = append(all, vectors...)
	}
	for _, from := range []struct{ folder, base string }{
		{"pages", "https://www.example.org/wiki/pages/index.html?lang=en"},
		{"mail", "http://lists.example.com/pipermail/announce/2005-March/msg00042.html"},
	} {
		for _, f := range corpus.Files(tb, from.folder) {
			if strings.HasSuffix(f.Name, ".gz") {
				r, err := gzip.NewReader(bytes.NewReader(f.Data))
				require.NoError(tb, err)
				f.Data, err = io.ReadAll(r)
				require.NoError(tb, err)
			}
			for _, m := range attribute.FindAllSubmatch(softBreaks.ReplaceAll(f.Data, nil), -1) {
				all = append(all, pair{from.base, strings.ReplaceAll(string(m[1])+string(m[2]), "=3D", "=")})
			}
		}
	}
	require.Greater(tb, len(all), pairCount/2)
	for len(all) < pairCount {
		all = append(all, all...)
	}
	return all[:pairCount]
}

// BenchmarkPairs times the dialects, net/url and Node.js, if it is installed,
// with the same pairs. It prints the ratios of the best passes, first for all
// pairs, then for relative references only.
func BenchmarkPairs(b *testing.B) {
	all := pairs(b)
	var relative []pair
	for _, p := range all {
		if !resolve.IsAbsolute(p.Ref) {
			relative = append(relative, p)
		}
	}
	benchmarkPairs(b, "all", all)
	benchmarkPairs(b, "relative", relative)
}

func benchmarkPairs(b *testing.B, name string, all []pair) {
	took := make(map[string]float64)
	run := func(what string, pass func()) {
		b.Run(name+" "+what, func(b *testing.B) {
			b.ReportAllocs()
			best := time.Hour
			for b.Loop() {
				start := time.Now()
				pass()
				best = min(best, time.Since(start))
			}
			took[what] = float64(best) / float64(len(all))
			b.ReportMetric(took[what], "ns/pair")
		})
	}
	for _, d := range dialects {
		bases, refs, buf := prepared(d, all)
		run(d.String(), func() {
			for i, base := range bases {
				buf, _ = base.Append(buf[:0], refs[i])
			}
		})
		run(d.String()+" prefixed", func() {
			for i, base := range bases {
				buf, _ = base.AppendReplacement(buf[:0], refs[i])
			}
		})
	}
	bases, parsed := make([]*url.URL, len(all)), make([]*url.URL, len(all))
	for i, p := range all {
		bases[i], _ = url.Parse(p.Base)
		parsed[i], _ = url.Parse(p.Ref)
	}
	run("net/url", func() {
		for i, base := range bases {
			if ref, err := url.Parse(all[i].Ref); err == nil {
				_ = base.ResolveReference(ref).String()
			}
		}
	})
	run("net/url without Parse", func() {
		for i, base := range bases {
			if parsed[i] != nil {
				_ = base.ResolveReference(parsed[i]).String()
			}
		}
	})
	others := []string{"net/url", "net/url without Parse"}
	if ns, ok := nodeTime(b, all); ok {
		took["Node.js"] = ns
		others = append(others, "Node.js")
	} else {
		fmt.Println("There is no Node.js here.")
	}
	for _, d := range dialects {
		ours := took[d.String()]
		fmt.Printf("%s (%d pairs): %v %.1f ns", name, len(all), d, ours)
		for _, other := range others {
			fmt.Printf("; %s %.0f ns, %.1f times", other, took[other], took[other]/ours)
		}
		fmt.Println()
	}
}

// prepared returns the bases and references of all, and a buffer.
func prepared(d resolve.Dialect, all []pair) (bases []*resolve.Base, refs [][]byte, buf []byte) {
	known := make(map[string]*resolve.Base)
	for _, p := range all {
		if known[p.Base] == nil {
			known[p.Base] = d.Base(p.Base)
		}
		bases, refs = append(bases, known[p.Base]), append(refs, []byte(p.Ref))
	}
	return bases, refs, make([]byte, 0, 1<<16)
}

const nodeScript = `
const pairs = JSON.parse(require('fs').readFileSync(0));
function pass() { let n = 0; for (const p of pairs) { try { n += new URL(p.Ref, p.Base).href.length } catch {} } return n }
for (let i = 0; i < 10; i++) pass();
let best = Infinity;
for (let i = 0; i < 10; i++) {
	const t = process.hrtime.bigint(); pass();
	best = Math.min(best, Number(process.hrtime.bigint() - t));
}
console.log(best / pairs.length);
`

// nodeTime returns the time that Node.js takes for a pair, in nanoseconds. It
// reports whether Node.js is installed.
func nodeTime(b *testing.B, all []pair) (float64, bool) {
	path, err := exec.LookPath("node")
	if err != nil {
		return 0, false
	}
	in, err := json.Marshal(all)
	require.NoError(b, err)
	cmd := exec.Command(path, "-e", nodeScript)
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.Output()
	require.NoError(b, err)
	ns, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
	require.NoError(b, err)
	return ns, true
}

func BenchmarkAppend(b *testing.B) {
	for _, d := range dialects {
		base := d.Base("http://www.example.org/archive/2026/index.html?x=y")
		for _, ref := range []string{"g", "../g?x=1&y=2", "/img/logo.png", "#top", "a/b/../../c/./d.html", "//h/x", "http://h/x"} {
			b.Run(d.String()+" "+strings.ReplaceAll(ref, "/", "|"), func(b *testing.B) {
				r, buf := []byte(ref), make([]byte, 0, 256)
				b.ReportAllocs()
				for b.Loop() {
					buf, _ = base.Append(buf[:0], r)
				}
			})
		}
	}
}
