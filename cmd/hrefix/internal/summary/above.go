package summary

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/urltext"
)

// countAbove counts a reference whose target keeps ".." after the host, because the reference leads above the root of
// a base that the user gave: RFC 1808 section 4, step 6. The base is then probably wrong. References that begin with "/"
// do not depend on the path of the base. A base that is a location in a tree is not given by the user: check says that
// such a reference leads out of the tree.
func (t *Tally) countAbove(ref *engine.Reference) {
	if ref.Status != engine.Resolved || !bytes.Contains(ref.Text, []byte("..")) || ref.Text[0] == '/' || ref.Base.Layer != base.Retrieval || ref.Base.Hint {
		return
	}
	if isLocation := ref.Files != nil && urltext.IsFileURL(ref.Target); !isLocation && urltext.LeadsAbove(ref.Target) {
		t.above++
		t.aboveTree = t.aboveTree || ref.Files != nil
		t.aboveText, t.aboveBase = cmp.Or(t.aboveText, string(ref.Text)), cmp.Or(t.aboveBase, ref.Base.String())
	}
}

// addAbove adds the counts of other.
func (t *Tally) addAbove(other *Tally) {
	t.above += other.above
	t.aboveTree = t.aboveTree || other.aboveTree
	t.aboveText, t.aboveBase = cmp.Or(t.aboveText, other.aboveText), cmp.Or(t.aboveBase, other.aboveBase)
}

// ReportAbove reports the references that countAbove counts.
func (t *Tally) ReportAbove(to *console.Console) {
	if t.above == 0 {
		return
	}
	leads, ask := "leads", "check the base that you gave"
	if t.above > 1 {
		leads = "lead"
	}
	if t.aboveTree {
		ask = "check --root, or give --converted if such links lead to files"
	} else if name := t.aboveBase[strings.LastIndexByte(t.aboveBase, '/')+1:]; name != "" && !strings.ContainsAny(name, ".?") {
		ask = "does the URL lack a / at its end?"
	}
	to.Report("%s such as %s %s above the root of the base, %s, and RFC 1808 keeps the \"..\" in the URL: %s",
		console.Plural(t.above, "reference"), t.aboveText, leads, t.aboveBase, ask)
}
