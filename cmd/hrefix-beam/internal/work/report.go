package work

import (
	"bytes"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine"
)

// A Report has the results for a file, or for a part of a file.
type Report struct {
	Documents, Changed, References, Rewritten, Left, Notes, Records int64

	// References by the layer that gave their base (RFC 1808 section 3).
	Default, Retrieval, Encapsulating, Embedded int64

	Error string // why the source, or a part of it, was not read
	Kept  bool   // all bytes of the source were written despite the error
}

// Add adds the numbers of another part.
func (r *Report) Add(o *Report) {
	r.Documents += o.Documents
	r.Changed += o.Changed
	r.References += o.References
	r.Rewritten += o.Rewritten
	r.Left += o.Left
	r.Notes += o.Notes
	r.Records += o.Records
	r.Default += o.Default
	r.Retrieval += o.Retrieval
	r.Encapsulating += o.Encapsulating
	r.Embedded += o.Embedded
}

// count counts a reference, as the command does.
func (r *Report) count(ref *engine.Reference) {
	r.References++
	switch {
	case ref.Status == engine.Unresolved || ref.Status == engine.Left:
		r.Left++
	case ref.Status == engine.Resolved && !bytes.Equal(ref.Text, ref.Target):
		r.Rewritten++
	}
	switch ref.Base.Layer {
	case base.Default:
		r.Default++
	case base.Retrieval:
		r.Retrieval++
	case base.Encapsulating:
		r.Encapsulating++
	case base.Embedded:
		r.Embedded++
	}
}

// A pass counts what the pieces of a source have.
type pass struct {
	Report
	hasRecords       bool // the type is a web archive
	noRecord, broken bool
	cut              bool // the source ends within a record

	back format.MemberWriter // takes the changes of a source that is encoded, such as compressed, or nil
}

// piece counts a piece.
func (p *pass) piece(one *engine.Piece) {
	p.broken = p.broken || one.IsBroken()
	if r := one.Record(); r != nil {
		p.Records++
		p.cut = p.cut || r.Cut
	} else {
		p.noRecord = true
	}
	if !one.Continued && (one.Record() == nil || one.HasDocument() || one.Large) {
		p.Documents++
	}
}

// plan counts the plan of a piece.
func (p *pass) plan(plan *engine.Plan) {
	p.Notes += int64(len(plan.Notes))
	if plan.Changes() {
		p.Changed++
	}
}

// end sets the error of a source that was read to its end, but not as a whole.
func (p *pass) end() {
	switch {
	case p.broken:
		p.Error = "a part of it is damaged, and was left as it is"
	case !p.hasRecords:
		return
	case p.noRecord:
		p.Error = "no record of a web archive is in it: give the right type by --type, or leave it out"
	case p.cut:
		p.Error = "the file ends within its last record"
	}
}
