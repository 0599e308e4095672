package decide

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/resolve"
)

// A treeMover is the policy of moving links in a tree. Files keep their places in the tree, so a
// link that is read by location (files.go) leads to its file after the move, too.
type treeMover struct {
	*Files
	mover *Mover
}

// InTree returns the policy that moves links of a document in a tree.
func (m *Mover) InTree(files *Files) Policy {
	v := treeMover{files, m}
	return v.decide
}

func (v *treeMover) decide(dst []byte, r *Reference) []byte {
	if v.isByLocation(r) {
		r.Status, r.Reason = Relative, reason.LeadsThere
		return dst
	}
	return v.mover.Decide(dst, r)
}

// isByLocation reports whether r leads to a file of the tree by location, and readers resolve it
// so. Links below a BASE do not count, since BASE moves.
func (v *treeMover) isByLocation(r *Reference) bool {
	if r.Base.IsAbsolute(r.Text) || r.Base.Layer > base.Retrieval || r.Facts.Saved != nil || r.GivesBase(v.mover.Fields) {
		return false
	}
	if !v.converted && v.isByURL(r) {
		return false
	}
	return v.findLocation(r, new(file))
}

// isByURL reports whether the tree has the file with the URL that a relative reference resolves to.
func (v *Files) isByURL(r *Reference) bool {
	out, outcome := r.Resolve(nil)
	if outcome != resolve.Resolved {
		return false
	}
	url, _ := cutFragment(string(out))
	_, _, ok := v.tree.Find(url)
	return ok
}
