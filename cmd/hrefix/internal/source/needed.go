package source

import (
	"bytes"
	"path"
	"path/filepath"

	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/resolve"
)

// NewTarget returns the path in the new tree of the file that a relative reference leads to, as rel
// writes it. ok is false if the reference leads to no file of its tree. It is also false in most
// documents with a BASE element, because the reference is resolved against the document.
func (s *Source) NewTarget(ref *engine.Reference) (name string, ok bool) {
	target, _, _ := bytes.Cut(ref.Target, []byte("#"))
	if s.Place == nil || ref.Part != "" || len(target) == 0 || ref.Status != engine.Resolved && ref.Status != engine.Relative || ref.Base.IsAbsolute(target) {
		return "", false
	}
	location, outcome := resolve.RFC3986.Base(s.Place.Location()).AppendReplacement(nil, target)
	if outcome != resolve.Resolved {
		return "", false
	}
	at := s.Place.LookupAt(string(location))
	if at.State != addressbook.File {
		return "", false
	}
	rel, err := filepath.Rel(path.Dir("/"+s.Place.Path()), "/"+at.Path)
	if err != nil {
		return "", false
	}
	return path.Join(path.Dir(path.Join(s.Top, s.Rel)), filepath.ToSlash(rel)), true
}
