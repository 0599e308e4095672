//go:build unix

package browser

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// archiveCounts counts the compared archives and their content.
type archiveCounts struct {
	archives int
	blank    int // archives that the browser shows as empty
	changed  int // other archives that hrefix changes
	forms    int // forms of the changed archives
	// The content of the changed archives before rewriting.
	frames, loaded, resources int
}

// add counts an archive in all its forms.
func (c *archiveCounts) add(forms []form) {
	c.archives++
	original, changed := forms[0].shown, 0
	for _, f := range forms[1:] {
		if f.shown != nil {
			changed++
		}
	}
	if original.isBlank() {
		c.blank++
	} else if changed > 0 {
		c.changed++
		c.forms += changed
		c.count(original)
	}
}

// count counts a frame and those in it.
func (c *archiveCounts) count(s *shown) {
	c.frames++
	c.loaded += s.Loaded
	c.resources += len(s.Resources)
	for _, f := range s.Frames {
		c.count(f)
	}
}

func (c *archiveCounts) String() string {
	return fmt.Sprintf("%d archives, %d of them blank; hrefix changes %d of the others, in %d forms: "+
		"%d frames, %d images, style sheets and fonts in use, %d sub-resources",
		c.archives, c.blank, c.changed, c.forms, c.frames, c.loaded, c.resources)
}

// check fails if too little was compared for the result to mean anything.
func (c *archiveCounts) check(t *testing.T) {
	least := archiveCounts{archives: 55, changed: 30, forms: 50, frames: 50, loaded: 120, resources: 150}
	if hasCorpus() {
		least = archiveCounts{archives: 75, changed: 40, forms: 75, frames: 170, loaded: 750, resources: 450}
	}
	require.GreaterOrEqual(t, c.archives, least.archives)
	require.GreaterOrEqual(t, c.changed, least.changed)
	require.GreaterOrEqual(t, c.forms, least.forms)
	require.GreaterOrEqual(t, c.frames, least.frames)
	require.GreaterOrEqual(t, c.loaded, least.loaded)
	require.GreaterOrEqual(t, c.resources, least.resources)
	require.LessOrEqual(t, c.blank, c.archives/2)
}

// isBlank reports whether nothing is shown.
func (s *shown) isBlank() bool { return s.Blank && len(s.Resources)+len(s.Frames) == 0 }
