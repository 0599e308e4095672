//go:build unix

package savers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/programs/chromium"
)

// A shown is a page as Chromium shows it.
type shown struct {
	Page  string   // the number of the page
	Links []link   // links to other pages
	Facts []string // what was loaded
}

// A link is a link that a page contains.
type link struct {
	To  string // the number of the page that it should lead to; "0" if the site lacks it
	URL string
	Raw string
}

// readPage reads a page.
const readPage = `(() => {
	const root = document.documentElement, facts = new Set();
	for (const i of document.querySelectorAll("img, input[type=image]"))
		if (i.naturalWidth) facts.add("image " + i.naturalWidth + "x" + i.naturalHeight);
	for (const i of document.querySelectorAll("input[type=image]"))
		if (i.offsetWidth > 0) facts.add("input " + i.offsetWidth + "x" + i.offsetHeight);
	const style = getComputedStyle(root);
	for (let i = 1; i < 400; i++) if (style.getPropertyValue("--c" + i)) facts.add("style " + i);
	for (const a of root.getAttributeNames()) if (a.startsWith("data-ran-")) facts.add("script " + a.slice(9));
	return JSON.stringify({page: root.dataset.page ?? "", facts: [...facts].sort(),
		links: [...document.querySelectorAll("a[data-to]")].map((a) => ({to: a.dataset.to, url: a.href, raw: a.getAttribute("href")}))});
})()`

// A visitor is a tab that opens pages and watches what they load.
type visitor struct {
	*chromium.Tab

	mu       sync.Mutex
	loaded   bool
	open     map[string]string // URLs of requests without an answer, by ID
	ended    []string          // URLs that were loaded
	failed   []string          // URLs that were not, each with the reason
	lastSeen time.Time
}

func open(t testing.TB, d *chromium.DevTools) *visitor {
	v := &visitor{Tab: d.OpenBlank(t)}
	v.reset()
	v.Watch(v.event)
	require.NoError(t, v.Call("Network.enable", nil, nil))
	require.NoError(t, v.Call("Network.setCacheDisabled", map[string]any{"cacheDisabled": true}, nil))
	return v
}

func (v *visitor) reset() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.loaded, v.open, v.ended, v.failed, v.lastSeen = false, make(map[string]string), nil, nil, time.Now()
}

// event records an event of the network.
func (v *visitor) event(e chromium.Event) {
	var p struct {
		RequestID       string
		Request         struct{ URL string }
		Response        struct{ Status int }
		ErrorText       string
		CorsErrorStatus *struct{ CorsError string }
	}
	if json.Unmarshal(e.Params, &p) != nil {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	switch e.Method {
	case "Page.loadEventFired":
		v.loaded = true
	case "Network.requestWillBeSent":
		v.open[p.RequestID] = p.Request.URL
	case "Network.responseReceived":
		if p.Response.Status >= 400 {
			v.failed = append(v.failed, fmt.Sprint(v.open[p.RequestID], " ", p.Response.Status))
		}
	case "Network.loadingFinished":
		v.ended = append(v.ended, v.open[p.RequestID])
		delete(v.open, p.RequestID)
	case "Network.loadingFailed":
		why := p.ErrorText
		if p.CorsErrorStatus != nil {
			why += refusedByRule
		}
		v.failed = append(v.failed, v.open[p.RequestID]+" "+why)
		delete(v.open, p.RequestID)
	default:
		return
	}
	v.lastSeen = time.Now()
}

// refusedByRule marks a request that failed because a page in a file may not make it.
const refusedByRule = " (CORS)"

// calm is how long nothing happens once a page is loaded.
const calm = 30 * time.Millisecond

// settled reports whether the page is loaded.
func (v *visitor) settled() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.loaded && len(v.open) == 0 && time.Since(v.lastSeen) > calm
}

var errNotShown = errors.New("not shown")

// show opens a URL and reads the page.
func (v *visitor) show(url string) (s shown, err error) {
	v.reset()
	var navigated struct {
		FrameID    string
		ErrorText  string
		IsDownload bool
	}
	if err := v.Call("Page.navigate", map[string]any{"url": url}, &navigated); err != nil {
		return s, err
	}
	if navigated.ErrorText != "" || navigated.IsDownload {
		return s, fmt.Errorf("%w: %s", errNotShown, navigated.ErrorText)
	}
	for end := time.Now().Add(10 * time.Second); !v.settled() && time.Now().Before(end); {
		time.Sleep(5 * time.Millisecond)
	}
	world, err := v.World(navigated.FrameID)
	if err != nil {
		return s, err
	}
	if err := v.EvaluateJSON(world, readPage, &s); err != nil {
		return s, err
	}
	return s, v.addFrames(&s)
}

// addFrames adds the pages in the frames of a page to its facts.
func (v *visitor) addFrames(s *shown) error {
	var got struct {
		FrameTree struct {
			ChildFrames []struct{ Frame struct{ ID string } }
		}
	}
	if err := v.Call("Page.getFrameTree", nil, &got); err != nil {
		return err
	}
	for _, child := range got.FrameTree.ChildFrames {
		world, err := v.World(child.Frame.ID)
		if err != nil {
			return err
		}
		var inner shown
		if err := v.EvaluateJSON(world, readPage, &inner); err != nil {
			return err
		}
		s.Facts = append(s.Facts, "frame "+inner.Page)
	}
	for _, u := range v.ended {
		if m := resourceName.FindStringSubmatch(u); m != nil {
			s.Facts = append(s.Facts, "loaded "+m[1])
		}
	}
	slices.Sort(s.Facts)
	s.Facts = slices.Compact(s.Facts)
	return nil
}

// resourceName matches the number in the name of an image, as the site has it or a saver.
var resourceName = regexp.MustCompile(`(?:[/=]|%3[DdFf])r(\d+)(?:$|[^\djc.][^/]*$|\.(?:png|svg|html)$)`)

// A crawl is what a crawl of a site or a tree found.
type crawl struct {
	pages  map[string]shown // by URL without fragment
	failed []string         // requests that failed, and pages that were not shown
}

// A follow function returns the URL to open for a link; none if it leads outside.
type follow func(link) string

// crawlFrom opens pages, and all pages that links lead to, in two tabs.
func crawlFrom(t testing.TB, d *chromium.DevTools, queue []string, next follow) *crawl {
	c := &crawl{pages: make(map[string]shown)}
	var mu sync.Mutex
	seen := make(map[string]bool)
	for _, at := range queue {
		seen[at] = true
	}
	tabs := []*visitor{open(t, d), open(t, d)}
	for len(queue) > 0 {
		work, done := make(chan string, len(queue)), sync.WaitGroup{}
		for _, at := range queue {
			work <- at
		}
		close(work)
		queue = nil
		for _, tab := range tabs {
			done.Go(func() {
				for at := range work {
					page, err := tab.show(at)
					mu.Lock()
					c.add(tab, at, page, err)
					for _, l := range page.Links {
						if to := next(l); to != "" && !seen[to] {
							seen[to] = true
							queue = append(queue, to)
						}
					}
					mu.Unlock()
				}
			})
		}
		done.Wait()
	}
	for _, tab := range tabs {
		_ = d.Call("", "Target.closeTarget", map[string]any{"targetId": tab.Target}, nil)
	}
	return c
}

// add adds a page that a tab has opened.
func (c *crawl) add(tab *visitor, at string, page shown, err error) {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	for _, f := range tab.failed {
		c.failed = append(c.failed, at+": "+f)
	}
	if err != nil {
		c.failed = append(c.failed, at+": "+err.Error())
		return
	}
	c.pages[at] = page
}

// withoutFragment returns a URL without its fragment.
func withoutFragment(s string) string {
	s, _, _ = strings.Cut(s, "#")
	return s
}

// crawlSite crawls the site as it is published.
func crawlSite(t testing.TB, d *chromium.DevTools) *crawl {
	return crawlFrom(t, d, []string{home}, func(l link) string {
		if l.To == "0" {
			return ""
		}
		return withoutFragment(l.URL)
	})
}

// facts returns the facts of all pages, by the number of the page.
func (c *crawl) facts() map[int][]string {
	all := make(map[int][]string)
	for _, p := range c.pages {
		if n, err := strconv.Atoi(p.Page); err == nil {
			all[n] = append(all[n], p.Facts...)
			slices.Sort(all[n])
			all[n] = slices.Compact(all[n])
		}
	}
	return all
}

// pageMark matches the number of a page in its source, in quoted-printable, too.
var pageMark = regexp.MustCompile(`data-page=(?:3D)?"?(\d+)`)

// pagesIn returns the pages of a tree: their numbers by file.
func pagesIn(t testing.TB, dir string) map[string]int {
	all := make(map[string]int)
	require.NoError(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		data = bytes.ReplaceAll(data, []byte("=\r\n"), nil) // soft line breaks of quoted-printable
		if m := pageMark.FindSubmatch(data); m != nil {
			all[path], err = strconv.Atoi(string(m[1]))
		}
		return err
	}))
	return all
}
