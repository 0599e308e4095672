//go:build unix

package web

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A screen is a size of the window, and the settings of the system. A page of 1280 pixels at a zoom of 200 %
// is one of 640 pixels with two device pixels each.
type screen struct {
	name          string
	width, height int
	scale         float64
	scheme        string
}

var screens = []screen{
	{"light", 1280, 800, 1, "light"},
	{"dark", 1280, 800, 1, "dark"},
	{"narrow", 320, 640, 1, "light"},
	{"narrow-dark", 320, 640, 1, "dark"},
	{"zoomed", 640, 400, 2, "light"},
}

// use makes the window that screen.
func (p *page) use(t testing.TB, s screen) {
	require.NoError(t, p.Call("Emulation.setDeviceMetricsOverride", map[string]any{
		"width": s.width, "height": s.height, "deviceScaleFactor": s.scale, "mobile": false}, nil))
	require.NoError(t, p.Call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{
		{"name": "prefers-color-scheme", "value": s.scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}}}, nil))
}

// states are the states of the page, in the order in which they are reached.
var states = []struct {
	name string
	do   func(t *testing.T, p *page)
}{
	{"intro", func(*testing.T, *page) {}},
	{"paste", func(t *testing.T, p *page) { p.do(t, `get("paste").click()`) }},
	{"links", func(t *testing.T, p *page) { p.after(t, time.Minute, func() { p.do(t, `get("example").click()`) }) }},
	{"edits", func(t *testing.T, p *page) { p.do(t, `get("tab-edits").click()`) }},
	{"decoded", func(t *testing.T, p *page) { p.do(t, `document.querySelector("[value=decoded]").click()`) }},
	{"base", func(t *testing.T, p *page) { p.do(t, `get("tab-base").click(); get("terminal").open = true`) }},
	{"hidden", func(t *testing.T, p *page) {
		p.choose(t, p.b.write(t, "a\u202eb \u00e9.eml", []byte("DKIM-Signature: v=1; x\nBase: <URL:http://h.example/>\nContent-Type: text/html\n\n<a href='"+turned+injected+"'>x</a><a href=\xff>y</a><a href=''>z</a>\n")))
		p.do(t, `get("tab-links").click()`)
	}},
	{"remarks", func(t *testing.T, p *page) { p.do(t, `get("tab-messages").click()`) }},
	{"many", func(t *testing.T, p *page) {
		p.choose(t, p.b.write(t, "many.html", []byte("<base href=http://h.example/x/>"+strings.Repeat("<a href=../page.html>\n<a href=''><a href=http://elsewhere.example/>", 100))))
		p.do(t, `get("tab-links").click()`)
	}},
	{"bare", func(t *testing.T, p *page) { p.choose(t, p.b.write(t, "bare.html", []byte(bare))) }},
	{"wrong", func(t *testing.T, p *page) { p.set(t, `set("base", "nonsense")`) }},
	{"again", func(t *testing.T, p *page) { p.do(t, `get("again").hidden = false`) }},
	{"progress", func(t *testing.T, p *page) {
		p.after(t, time.Minute, func() { p.do(t, `get("base").value = ""; get("example").click()`) })
		p.do(t, `showWorking("Working"); clearTimeout(progressTimer); get("progress").hidden = false; showProgress(0.4, "links")`)
	}},
}

// TestAccess checks each state of the page on each screen with axe-core, and that no state is wider than the
// window. It takes pictures of them.
func TestAccess(t *testing.T) {
	b := start(t)
	file := os.Getenv("HREFIX_AXE")
	require.NotEmpty(t, file, "HREFIX_AXE is to name the script of axe-core")
	axe, err := os.ReadFile(file)
	require.NoError(t, err)
	rules := 0
	for _, s := range screens {
		p := b.open(t, b.fileURL())
		p.use(t, s)
		p.do(t, `document.documentElement.style.setProperty("--none", "0")`) // as axe-core does
		for _, state := range states {
			state.do(t, p)
			p.shoot(t, state.name+"-"+s.name)
			// The debugger runs axe-core in a world of its own, which the policy of the page does not concern.
			var tree struct {
				FrameTree struct{ Frame struct{ ID string } }
			}
			require.NoError(t, p.Call("Page.getFrameTree", nil, &tree))
			world, err := p.World(tree.FrameTree.Frame.ID)
			require.NoError(t, err)
			require.NoError(t, p.EvaluateIn(world, string(axe)+"; true", new(any)))
			var found struct {
				Violations []string
				Passes     int
			}
			require.NoError(t, p.EvaluateJSON(world, `(async () => {
				const r = await axe.run(document, {resultTypes: ["violations"], runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]});
				const text = (all) => all.flatMap((v) => v.nodes.map((n) => v.id + ": " + n.html.slice(0, 200) + " " + n.failureSummary));
				return JSON.stringify({Violations: text(r.violations), Passes: r.passes.length});
			})()`, &found))
			require.Empty(t, found.Violations, "%s, %s", state.name, s.name)
			rules = max(rules, found.Passes)
			var wider int
			require.NoError(t, p.Evaluate("document.documentElement.scrollWidth - innerWidth", &wider))
			require.LessOrEqual(t, wider, 0, "%s, %s: wider than the window", state.name, s.name)
			require.True(t, p.is(t, `new Set(tabs.map((t) => t.getBoundingClientRect().top)).size === 1`), "%s, %s: one row of tabs", state.name, s.name)
		}
	}
	require.Greater(t, rules, 20)
	figure(t, "axe-core: states of the page without violations", "%d on %d screens", len(states), len(screens))
}

// TestAccessNoticed checks that axe-core would notice a fault.
func TestAccessNoticed(t *testing.T) {
	b := start(t)
	axe, err := os.ReadFile(os.Getenv("HREFIX_AXE"))
	require.NoError(t, err)
	p := b.open(t, b.fileURL())
	p.do(t, `get("choose").textContent = ""; document.querySelector(".lead").style.color = "#ccc"`)
	var found []string
	require.NoError(t, p.EvaluateJSON(nil, fmt.Sprintf(`(() => { %s })(), axe.run(document).then((r) => JSON.stringify(r.violations.map((v) => v.id)))`, axe), &found))
	require.Subset(t, found, []string{"button-name", "color-contrast"})
}
