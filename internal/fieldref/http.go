package fieldref

import (
	"strings"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/microsyntax"
	"github.com/hrefix/hrefix/internal/view"
)

// url returns the reference in text[start:end] of an HTTP field, as browsers read it: by the URL
// Standard, which keeps white space in a URL.
func (f *field) url(start, end int) Reference {
	url := view.NewURL(f.text, start, end)
	r := Reference{Views: view.Stack{url}}
	if len(url.Text()) == 0 {
		r.Keep = reasonEmpty
	}
	return r
}

// refresh returns the reference in a Refresh field, whose value is the value of a meta element (HTML
// Standard section 7.5.1). A value without a URL has no reference.
func (f *field) refresh() []Reference {
	start, end, ok := microsyntax.Refresh(f.text[f.start:f.end])
	if !ok {
		return nil
	}
	return []Reference{f.url(f.start+start, f.start+end)}
}

// writeHTTP is Write for a field of an HTTP response. Lines of HTTP have any length, and are not
// folded (RFC 9112 section 5.2).
func (r *Reference) writeHTTP(target []byte, change edit.Edit) (edits []edit.Edit, reason string) {
	for _, b := range target {
		if b < ' ' || b == 0x7f || b == ' ' && r.field.kind < location || strings.IndexByte(r.bars, b) >= 0 {
			return nil, reasonBytes
		}
	}
	edits = r.Views.Carry([]edit.Edit{change})
	if r.field.kind != link && !r.reads(target, edits) {
		return nil, reasonBytes
	}
	return edits, ""
}
