package findings

import (
	"crypto/sha256"
	"fmt"
)

// A numberer numbers findings that differ only in where they are in a document, so that each
// has a name that stays when lines are added before it. It knows the findings of one document,
// or of one message.
type numberer struct {
	doc     string
	title   string
	message int
	seen    map[[sha256.Size]byte]int
}

// number returns a digest of the subject of the finding, and the number of findings with this
// digest so far, including f.
func (n *numberer) number(f *Finding) (digest [sha256.Size]byte, nth int) {
	if n.seen == nil || f.Doc != n.doc || f.Title != n.title || f.Message != n.message {
		n.doc, n.title, n.message, n.seen = f.Doc, f.Title, f.Message, make(map[[sha256.Size]byte]int)
	}
	digest = sha256.Sum256(fmt.Appendf(nil, "%q %d %q %q %q %q %q", f.Doc+f.Title, f.Message, f.Part, f.Element, f.Attr, f.Ref, f.Code))
	n.seen[digest]++
	return digest, n.seen[digest]
}
