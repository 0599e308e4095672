package engine

import (
	"slices"

	"golang.org/x/text/encoding"

	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/mimebase"
)

// A content is the text of a document in its source. Package charenc finds its encoding from the
// bytes; from then on the text is UTF-8, and so is every value, reference and base that is read
// from it: see inUTF8.
type content struct {
	bytes     []byte           // the text
	views     view.Stack       // the views from the source to the text
	at        mimebase.Span    // the bytes of the text in the enclosing text that a visitor receives
	charset   string           // the charset that the transport gives, or ""
	enc       charenc.Encoding // the encoding of the document, once it is determined
	coded     *view.Charset    // the view that decodes the text, or a text around it; nil if both are UTF-8
	raw       []byte           // the text before coded decoded it; nil if coded did not
	isDecoded bool             // the text is UTF-8, because it was decoded or is in such a text
	body      *plainBody       // the body of the part that the text is in; nil if edits need no check against it
	keep      Reason           // why nothing in the text may change
	excluded  syntax.Excluded  // the bytes that no URL in the text may contain

	inJSON     bool // the text is in a string of JSON, and in no message there
	isItem     bool // the text is such a string, and no field gives the base of the string
	isMarkup   bool // the text is HTML in a feed
	sharesBase bool // the text is HTML in a feed, and only BASE could give it another base
}

// inUTF8 returns the content with its text decoded to UTF-8. The caller passes the edits of that
// text to carry.
func (t content) inUTF8() content {
	if t.isDecoded || t.enc.IsUTF8(t.bytes) {
		return t
	}
	t.coded, t.raw, t.isDecoded = view.NewCharset(t.bytes, t.enc), t.bytes, true
	t.bytes, t.views = t.coded.Text(), append(slices.Clip(t.views), t.coded)
	return t
}

// carry returns edits of the text as edits of its bytes in the encoding enc.
func (t *content) carry(edits []edit.Edit) []edit.Edit {
	if t.raw == nil {
		return edits
	}
	return view.Carry(t.coded, nil, edits)
}

// encoded returns the bytes of the text in the encoding enc, and the offset in them for an offset
// of the text.
func (t *content) encoded(at int) ([]byte, int) {
	if t.raw == nil {
		return t.bytes, at
	}
	return t.raw, t.coded.Source(at)
}

// urlCoding returns the encoding in which browsers write the queries of the document's URLs (URL
// Standard section 4.4), or nil for UTF-8. UTF-8 includes text that declares no encoding but is UTF-8.
func (t *content) urlCoding() encoding.Encoding {
	if t.enc.Name() == charenc.UTF8 || t.coded == nil && t.enc.Source() == charenc.Default {
		return nil
	}
	return t.enc.Coding()
}
