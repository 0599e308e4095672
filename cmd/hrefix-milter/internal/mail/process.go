package mail

import (
	"errors"

	"github.com/hrefix/hrefix/rewrite"
)

// Options say what may change.
type Options struct {
	// AllowDKIM changes messages with a DKIM or ARC signature, too.
	AllowDKIM bool
	// MaxSize is the number of bytes that a message may have, before and after the change.
	MaxSize int
}

// ErrTooLarge is the error for a message that would become larger than Options.MaxSize.
var ErrTooLarge = errors.New("too-large")

// A Report says what became of a message.
type Report struct {
	// Documents is the number of documents that have links.
	Documents int
	// Changed is the number of links that change.
	Changed int
	// Left has the number of links that stay relative for each reason, by its code.
	Left map[string]int
	// Notes has the number of notes for each code, such as that parts over a limit are not read.
	Notes map[string]int
	// Kept is the reason why the whole message stays as it is although links could change: signed, encrypted,
	// inline-pgp, sealed (a DKIM or ARC signature), or limit (a part is not read). Otherwise it is empty.
	Kept string
}

// Process returns what the server must change in a message, or nil if it must change nothing. After
// an error the message stays as it is.
func Process(rw *rewrite.Rewriter, m *Message, opts Options) (*Change, Report, error) {
	report := count(rw, m.text)
	plan := rw.Plan(m.text)
	for _, note := range plan.Notes() {
		report.Notes[note.Code]++
	}
	if !plan.Changes() {
		report.Kept = keptFor(report.Left)
		return nil, report, nil
	}
	if report.Kept = signature(m.text, opts); report.Kept != "" {
		report.keep(report.Kept)
		return nil, report, nil
	}
	c, err := NewChange(m, plan)
	if err == nil && c.Size > opts.MaxSize {
		err = ErrTooLarge
	}
	if err != nil {
		report.keep(code(err))
		return nil, report, err
	}
	return c, report, nil
}

// keptFor returns the code of the signature or encryption that makes links stay, or "".
func keptFor(left map[string]int) string {
	for _, code := range []string{"signed", "encrypted", "sealed", "limit"} {
		if left["part-"+code] > 0 {
			return code
		}
	}
	if left["inline-pgp"] > 0 {
		return "inline-pgp"
	}
	return ""
}

// code returns the error among the errors of this package that err wraps, as a word.
func code(err error) string {
	for _, e := range []error{ErrHeader, ErrField, ErrEnding, ErrTooLarge} {
		if errors.Is(err, e) {
			return e.Error()
		}
	}
	return err.Error()
}

// keep counts the links that could change as left.
func (r *Report) keep(reason string) {
	r.Left[reason] += r.Changed
	r.Changed = 0
}

// count counts the links of a message.
func count(rw *rewrite.Rewriter, text []byte) Report {
	r := Report{Left: make(map[string]int), Notes: make(map[string]int)}
	last, any := "", false
	for l := range rw.Links(text) {
		inHeader := l.Element == "" && l.Attr != ""
		if !inHeader && (!any || l.Part != last) {
			r.Documents++
			last, any = l.Part, true
		}
		switch l.Status {
		case rewrite.Resolved:
			r.Changed++
		case rewrite.Left, rewrite.Unresolved:
			r.Left[l.Reason.Code]++
		}
	}
	return r
}
