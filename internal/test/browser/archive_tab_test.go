//go:build unix

package browser

import (
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

// patience is how long an archive or a page may take to be there.
const patience = 20 * time.Second

// calm is how often nothing may have changed until a document is there.
const calm = 4

// A shown is a document that a tab shows, and what it loaded: the top one or
// that of a frame.
type shown struct {
	Base      string           // the URL that links resolve against
	Blank     bool             // there is nothing
	Refs      []ref            // links, and what was loaded
	Sheets    map[string][]ref // what is in style sheets, by their URLs
	Styles    map[string][]ref // computed styles, by element and property
	Loaded    int              // how many of them were loaded from elsewhere
	Order     []int            // of the frames
	Resources map[string]resource
	Frames    []*shown
}

// A resource is what a frame loaded, as the browser's network stack tells it.
type resource struct {
	URL, Type, MimeType string
	Failed, Canceled    bool
	// Digest is that of the content: of images and fonts only, since a
	// rewriter does not change those.
	Digest string `json:"-"`
}

// A frameTree is a frame as the DevTools tell it.
type frameTree struct {
	Frame       struct{ ID string }
	ChildFrames []frameTree
	Resources   []resource
}

// archiveScript is what the functions of archive.js need, and those.
var archiveScript = sync.OnceValues(func() (string, error) {
	var b strings.Builder
	for _, f := range append(readerFiles, "testdata/archive.js") {
		data, err := os.ReadFile(f)
		if err != nil {
			return "", err
		}
		b.Write(data)
	}
	return b.String(), nil
})

// visit shows the document at url and waits until all of it is there.
func (tab *tab) visit(url string) (frameTree, error) {
	var navigated struct {
		ErrorText  string
		IsDownload bool
	}
	err := tab.call("Page.navigate", map[string]any{"url": url}, &navigated)
	switch {
	case err != nil:
		return frameTree{}, err
	case navigated.ErrorText != "" || navigated.IsDownload:
		return frameTree{}, fmt.Errorf("%s: not shown: %q", url, navigated.ErrorText)
	}
	before, same := 0, 0
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		tree, err := tab.tree()
		if err != nil {
			return tree, err
		}
		n := tree.count()
		if same++; n != before || !tab.settled(tree) {
			same = 0
		}
		if same == calm {
			return tree, nil
		}
		before = n
	}
	return frameTree{}, fmt.Errorf("%s: not there in %v", url, patience)
}

// tree returns the frames of the tab.
func (tab *tab) tree() (frameTree, error) {
	var got struct{ FrameTree frameTree }
	err := tab.call("Page.getResourceTree", nil, &got)
	return got.FrameTree, err
}

// count returns the number of frames and resources.
func (f *frameTree) count() int {
	n := 1 + len(f.Resources)
	for i := range f.ChildFrames {
		n += f.ChildFrames[i].count()
	}
	return n
}

// settled reports whether all frames are there. One that goes away meanwhile is
// not.
func (tab *tab) settled(f frameTree) bool {
	var ok bool
	if err := tab.run(f.Frame.ID, "settled", &ok); err != nil || !ok {
		return false
	}
	for _, child := range f.ChildFrames {
		if !tab.settled(child) {
			return false
		}
	}
	return true
}

// run calls a function of archive.js for a frame, in a script world that the
// document has no part in. Scripts of archives do not run, ours do.
func (tab *tab) run(frameID, function string, result any) error {
	script, err := archiveScript()
	if err != nil {
		return err
	}
	var world struct{ ExecutionContextID int }
	params := map[string]any{"frameId": frameID, "worldName": "test"}
	if err := tab.call("Page.createIsolatedWorld", params, &world); err != nil {
		return err
	}
	expression := "(() => {\n" + script + "return JSON.stringify(" + function + "()); })()"
	return tab.evaluateJSON(world.ExecutionContextID, expression, result)
}

// readFrame reads a frame and those in it.
func (tab *tab) readFrame(f frameTree) (*shown, error) {
	s := &shown{Resources: make(map[string]resource)}
	for _, r := range f.Resources {
		if !strings.HasPrefix(r.URL, "data:") { // the browser's own icons are among those
			tab.digest(f.Frame.ID, &r)
			s.Resources[r.URL] = r
		}
	}
	if err := tab.run(f.Frame.ID, "read", s); err != nil {
		return nil, err
	}
	if len(s.Order) != len(f.ChildFrames) {
		return nil, fmt.Errorf("%d frames are not %d", len(s.Order), len(f.ChildFrames))
	}
	for _, i := range s.Order {
		c, err := tab.readFrame(f.ChildFrames[i])
		if err != nil {
			return nil, err
		}
		s.Frames = append(s.Frames, c)
	}
	return s, nil
}

// digest finds the digest of a resource. The browser does not give the content
// of all: of those, the digest says so.
func (tab *tab) digest(frameID string, r *resource) {
	fixed := r.Type == "Font" || r.Type == "Image" && r.MimeType != "image/svg+xml"
	if !fixed {
		return
	}
	var got struct{ Content string }
	if err := tab.call("Page.getResourceContent", map[string]any{"frameId": frameID, "url": r.URL}, &got); err != nil {
		r.Digest = err.Error()
		return
	}
	sum := sha256.Sum256([]byte(got.Content))
	r.Digest = fmt.Sprintf("%x", sum[:6])
}

// readArchive reads the archive in a file.
func (tab *tab) readArchive(file string) (*shown, error) {
	tree, err := tab.visit("file://" + file)
	if err != nil {
		return nil, err
	}
	return tab.readFrame(tree)
}
