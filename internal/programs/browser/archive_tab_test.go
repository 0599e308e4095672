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

// patience is how long an archive or a page may take to load.
const patience = 20 * time.Second

// calm is the number of checks without a change after which a document counts as loaded.
const calm = 4

// A shown is a document that a tab shows, in the top frame or in another, with what it
// loaded.
type shown struct {
	Base      string           // the base URL of links
	Blank     bool             // the document is empty
	Refs      []ref            // links and loaded resources
	Sheets    map[string][]ref // the references in style sheets, by the URL of the sheet
	Styles    map[string][]ref // computed styles, by element and property
	Loaded    int              // how many resources were loaded
	Order     []int            // the order of the frames
	Resources map[string]resource
	Frames    []*shown
}

// A resource is a resource that a frame loaded, as the browser's network stack reports it.
type resource struct {
	URL, Type, MimeType string
	Failed, Canceled    bool
	// Digest is the digest of the content. Only images and fonts have one, because hrefix
	// does not change them.
	Digest string `json:"-"`
}

// A frameTree is a frame as DevTools describes it.
type frameTree struct {
	Frame       struct{ ID string }
	ChildFrames []frameTree
	Resources   []resource
}

// archiveScript returns archive.js and the scripts that it needs.
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

// visit shows the document at url and waits until it is loaded.
func (tab *tab) visit(url string) (frameTree, error) {
	var navigated struct {
		ErrorText  string
		IsDownload bool
	}
	err := tab.Call("Page.navigate", map[string]any{"url": url}, &navigated)
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
	err := tab.Call("Page.getResourceTree", nil, &got)
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

// settled reports whether all frames are loaded. A frame that is removed meanwhile is not.
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

// run calls a function of archive.js for a frame, in an isolated world. Scripts of archives
// do not run, but this one does.
func (tab *tab) run(frameID, function string, result any) error {
	script, err := archiveScript()
	if err != nil {
		return err
	}
	world, err := tab.World(frameID)
	if err != nil {
		return err
	}
	expression := "(() => {\n" + script + "return JSON.stringify(" + function + "()); })()"
	return tab.EvaluateJSON(world, expression, result)
}

// readFrame reads a frame and those in it.
func (tab *tab) readFrame(f frameTree) (*shown, error) {
	s := &shown{Resources: make(map[string]resource)}
	for _, r := range f.Resources {
		if !strings.HasPrefix(r.URL, "data:") { // the browser's own icons are data: URLs
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

// digest sets the digest of a resource. The browser does not return the content of every
// resource; then the digest says so.
func (tab *tab) digest(frameID string, r *resource) {
	fixed := r.Type == "Font" || r.Type == "Image" && r.MimeType != "image/svg+xml"
	if !fixed {
		return
	}
	var got struct{ Content string }
	if err := tab.Call("Page.getResourceContent", map[string]any{"frameId": frameID, "url": r.URL}, &got); err != nil {
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
