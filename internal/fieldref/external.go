package fieldref

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/hrefix/hrefix/internal/view"
)

// external yields the references in a Content-Type field: the URL parameter of
// message/external-body (RFC 2017 section 3).
func (f *field) external(yield func(*Reference) bool) {
	kind, pos := f.mediaType()
	if kind != "message/external-body" {
		return
	}
	params := f.params(pos)
	i := slices.IndexFunc(params, func(p param) bool { return p.name == "access-type" })
	if i < 0 || !strings.EqualFold(string(view.NewParamValue(f.text, params[i].from, params[i].to).Text()), "URL") {
		return
	}
	whole := 0 // the parameters that are not split
	first, pieces := -1, []piece(nil)
	for _, p := range params {
		if p.name == "url" {
			whole++
		} else if piece, ok := f.piece(p); ok {
			pieces = append(pieces, piece)
			first = pieces[0].start
		}
	}
	again := false
	for _, p := range params {
		var r Reference
		switch {
		case p.name == "url":
			r = f.unspaced(view.NewParamValue(f.text, p.from, p.to), p, f.keepValue(p))
			if again {
				r.Keep = "a second URL parameter"
			}
			again = true
		case p.start == first:
			r = f.joined(pieces)
		default:
			continue
		}
		if whole > 0 && len(pieces) > 0 {
			r.Keep = "a URL parameter in two notations"
		}
		if !yield(&r) {
			return
		}
	}
}

// unspaced returns the reference in value without its white space. p is the parameter, or the
// first of several, that contains value.
func (f *field) unspaced(value view.View, p param, keep string) Reference {
	url := view.NewUnspaced(value.Text(), 0, len(value.Text()))
	if len(url.Text()) == 0 && keep == "" {
		keep = reasonEmpty
	}
	return Reference{Views: view.Stack{value, url}, Keep: keep, foldInside: true, foldBefore: p.start}
}

// keepValue returns the reason why the value of a parameter must stay, because readers
// disagree about it, or "".
func (f *field) keepValue(p param) string {
	switch {
	case p.open:
		return reasonOpen
	case f.isMixed(p):
		return reasonMixed
	case f.goesOn(p):
		return "a comment within a value"
	case f.hasOddPair(p):
		return "a backslash before a byte that needs none"
	}
	return ""
}

// goesOn reports whether a value without quotes continues after a comment: the text after the
// comment is not another parameter.
func (f *field) goesOn(p param) bool {
	next := f.skipComments(p.next)
	if p.from < p.to && f.text[p.from] == '"' || next == f.end || f.text[next] == ';' {
		return false
	}
	end := f.token(next)
	return end == next || end == f.end || f.text[end] != '='
}

// hasOddPair reports whether a quoted-string has a backslash before a byte other than a quote or a
// backslash. Only some readers drop such a backslash.
func (f *field) hasOddPair(p param) bool {
	value := f.text[p.from:p.to]
	for {
		i := bytes.IndexByte(value, '\\')
		if i < 0 {
			return false
		}
		if i+1 == len(value) || value[i+1] != '"' && value[i+1] != '\\' {
			return true
		}
		value = value[i+2:]
	}
}

// A piece is a parameter with a piece of the URL (RFC 2231 section 3).
type piece struct {
	param
	number   int  // -1 if the parameter is the whole URL
	extended bool // RFC 2231 section 4
}

// piece reads the name of a parameter: url*, url*0, url*0*.
func (f *field) piece(p param) (piece, bool) {
	rest, ok := strings.CutPrefix(p.name, "url*")
	if !ok {
		return piece{}, false
	}
	if rest == "" {
		return piece{p, -1, true}, true
	}
	number, extended := strings.CutSuffix(rest, "*")
	n, err := strconv.Atoi(number)
	if err != nil || strconv.Itoa(n) != number || n < 0 {
		return piece{}, false
	}
	return piece{p, n, extended}, true
}

// joined returns the reference in a URL parameter that is split into pieces, or in extended
// notation.
func (f *field) joined(pieces []piece) Reference {
	first, keep := pieces[0].param, ""
	for i, p := range pieces {
		if p.number != i && (p.number >= 0 || len(pieces) > 1) {
			keep = "the pieces of a URL parameter are not in order"
		}
	}
	slices.SortStableFunc(pieces, func(a, b piece) int { return cmp.Compare(a.number, b.number) })
	var views []view.View
	extended := false
	for i, p := range pieces {
		v, reason := f.pieceValue(p, i == 0)
		views, extended, keep = append(views, v), extended || p.extended, cmp.Or(keep, reason)
	}
	r := f.unspaced(view.NewJoined(views), first, keep)
	r.foldInside = !extended
	return r
}

// pieceValue returns the view of the value of a piece, and the reason why it must stay, or
// "".
func (f *field) pieceValue(p piece, first bool) (view.View, string) {
	keep := f.keepValue(p.param)
	if !p.extended {
		return view.NewParamValue(f.text, p.from, p.to), keep
	}
	if p.from < p.to && f.text[p.from] == '"' {
		keep = cmp.Or(keep, "an extended value in quotes")
	}
	from := p.from
	if first { // the charset and the language precede the text
		charset, rest, ok := bytes.Cut(f.text[p.from:p.to], []byte("'"))
		_, rest, second := bytes.Cut(rest, []byte("'"))
		if ok && second {
			from = p.to - len(rest)
		}
		switch name := strings.ToLower(string(charset)); {
		case !ok || !second:
			keep = cmp.Or(keep, "an extended value without a charset")
		case !slices.Contains([]string{"", "us-ascii", "utf-8", "iso-8859-1", "windows-1252"}, name): // no superset of ASCII
			keep = cmp.Or(keep, "an extended value in "+string(charset))
		}
	}
	v, err := view.NewExtended(f.text, from, p.to)
	if err != nil {
		keep = cmp.Or(keep, err.Error())
	}
	return v, keep
}
