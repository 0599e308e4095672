package report

import (
	"strings"
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/engine"
	reasons "github.com/hrefix/hrefix/internal/engine/reason"
)

// A Source is a file, or a message of a mailbox.
type Source struct {
	// Name is the name of the file.
	Name string
	// Message is the number of the message in its mailbox, from 1, or 0.
	Message int
	// Subject is the subject of the message, or "".
	Subject string
	// IsMail says that the file has mail, where relative links without a base lead nowhere.
	IsMail bool
}

// A place is what references of a document have in common: the source, the part, and the base.
type place struct {
	Source
	Part              string
	Layer, From, Base string
}

// A Checked is what a check says about a reference.
type Checked struct {
	// Leads is the kind of place that the reference leads to: [Inside], [Outside], [Known] or
	// [Unchecked]. It is not used if there is a fault.
	Leads string
	Why   string // why the reference is not checked, or ""
	Fault *Fault // nil if nothing is wrong
}

// Where references lead, as statuses of a page whose references are checked.
const (
	Inside    = "inside"    // to a file that was read, or to a part of the document
	Outside   = "outside"   // to another site
	Known     = "known"     // nowhere: a fault that the user has recorded as known
	Unchecked = "unchecked" // not checked
	faulty    = "faulty"    // nowhere: a fault
)

// A Fault is what is wrong with a reference.
type Fault struct {
	Code    string // the rule that the reference breaks
	Text    string // the fault as a sentence
	Warning bool   // the fault is less severe than others
	Target  string // the target of the reference, or "" if the page shows the same text for the reference
	Folder  string // the folder that the fault is probably about, or ""
}

// A reference is the data of an [engine.Reference] for the page.
type reference struct {
	place
	Line                          int
	Offset                        int64
	Element, Attr, Status         string
	Head, Removed, Inserted, Tail string
	Reason                        string
	Fault                         *Fault // nil if nothing is wrong
	Omitted                       int
}

// newReference returns the data of a reference. checked is nil if the references of the page are not checked.
func (w *Writer) newReference(in Source, line int, offset int64, ref *engine.Reference, checked *Checked) reference {
	r := reference{
		place: place{Source: in, Layer: ref.Base.Layer.String()},
		Line:  line, Offset: offset, Status: ref.Status.String(),
	}
	r.Part, r.From, r.Base = text(ref.Part), text(w.from(ref.Base.From)), text(w.show(ref.Base.String()))
	head, removed, inserted, tail := ref.Text, []byte(nil), []byte(nil), []byte(nil)
	if ref.Status == engine.Resolved {
		head, removed, inserted, tail = change(ref.Text, []byte(w.show(string(ref.Target))))
	}
	r.Head, r.Removed, r.Inserted, r.Tail = truncate(head, &r.Omitted), truncate(removed, &r.Omitted), truncate(inserted, &r.Omitted), truncate(tail, &r.Omitted)
	r.Element, r.Attr, r.Reason = truncate(ref.Element, &r.Omitted), truncate(ref.Attr, &r.Omitted), truncate(ref.Reason.Text, &r.Omitted)
	if r.Element+r.Attr == "" {
		r.Element = "CSS" // only references in style sheets have neither
	}
	if ref.Reason.Is(reasons.OwnAnchor) {
		r.Status, r.Reason = within, ""
	}
	if checked == nil {
		return r
	}
	r.Status, r.Reason = checked.Leads, text(checked.Why)
	if fault := checked.Fault; fault != nil {
		r.Status, r.Reason = faulty, ""
		r.Fault = &Fault{truncate(fault.Code, &r.Omitted), truncate(fault.Text, &r.Omitted), fault.Warning, text(w.show(fault.Target)), text(fault.Folder)}
		if r.Fault.Target == r.shown() {
			r.Fault.Target = ""
		}
	}
	return r
}

// rank returns the rank of r on the page: first the references with a fault, then references with a warning,
// then others. Without a check, references without a target come first, then references that change. The script has the
// same order.
func (r *reference) rank() int {
	switch {
	case r.Fault != nil && r.Fault.Warning:
		return 1
	case r.Fault != nil, r.Status == engine.Unresolved.String():
		return 0
	case r.Status == engine.Resolved.String():
		return 2
	}
	return 3
}

// size returns about how many bytes r takes.
func (r *reference) size() int {
	n := 0
	if r.Fault != nil {
		n = len(r.Fault.Code) + len(r.Fault.Text) + len(r.Fault.Target)
	}
	return n + len(r.Name) + len(r.Part) + len(r.From) + len(r.Base) + len(r.Element) + len(r.Attr) +
		len(r.Head) + len(r.Removed) + len(r.Inserted) + len(r.Tail) + len(r.Reason)
}

// shown returns the text that the page shows for r: its target if r is rewritten, or else its own text.
func (r *reference) shown() string {
	if r.IsRewritten() {
		return r.Head + r.Inserted + r.Tail
	}
	return r.Head + r.Removed + r.Tail
}

// IsRewritten reports whether the target of r differs from r.
func (r *reference) IsRewritten() bool { return r.Removed+r.Inserted != "" }

// Why returns the reason for the status of r, or the source of its base.
func (r *reference) Why() string {
	if r.Status != engine.Resolved.String() {
		return r.Reason
	}
	return strings.TrimSuffix("base: "+r.From+"; "+r.Reason, "; ")
}

// IsEmpty reports whether the text of r is empty.
func (r *reference) IsEmpty() bool { return r.Head+r.Removed+r.Tail == "" }

// text returns s without the bytes after maxText.
func text(s string) string {
	s, _ = cut(s)
	return s
}

// truncate returns s without the bytes after maxText, and adds their number to omitted.
func truncate[T string | []byte](s T, omitted *int) string {
	t, n := cut(s)
	*omitted += n
	return t
}

// change splits a reference and its target into the common beginning (head), the
// different parts (removed and inserted), and the common end (tail). If the target
// ends with the whole reference, the head is empty, as in the edits of package
// rewrite. Characters are not split.
func change(ref, target []byte) (head, removed, inserted, tail []byte) {
	n := 0
	for n < len(ref) && n < len(target) && ref[len(ref)-1-n] == target[len(target)-1-n] {
		n++
	}
	for n > 0 && n < len(ref) && !utf8.RuneStart(ref[len(ref)-n]) {
		n--
	}
	tail = ref[len(ref)-n:]
	ref, target = ref[:len(ref)-n], target[:len(target)-n]
	n = 0
	for n < len(ref) && n < len(target) && ref[n] == target[n] {
		n++
	}
	for n > 0 && (!startsRune(ref[n:]) || !startsRune(target[n:])) {
		n--
	}
	return ref[:n], ref[n:], target[n:], tail
}

// startsRune reports whether b does not begin inside a character.
func startsRune(b []byte) bool { return len(b) == 0 || utf8.RuneStart(b[0]) }
