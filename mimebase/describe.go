package mimebase

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// describe reads the media type and the transfer encoding of e (RFC 2045
// sections 5 and 6), and decides whether e is read-only.
func (p *parser) describe(e *Entity) {
	p.mediaType(e)
	// RFC 2046 section 5.2.3: this header describes a body that is stored
	// elsewhere. The bytes after it are not that body.
	if e.Parent != nil && e.Parent.MediaType == "message/external-body" {
		e.opaque, e.TransferEncoding = true, "7bit"
	} else {
		transferEncoding(e)
	}
	start := e.Header.Start
	if p.opts.KeepDKIM && e.IsMessage() {
		if i := slices.IndexFunc(e.Fields, func(f Field) bool { return IsSeal(f.Name) }); i >= 0 {
			e.leave(start, "sealed", "signed ("+e.Fields[i].Name+")")
		}
	}
	if p.opts.KeepAttachments {
		kind, _, _ := strings.Cut(dropComments(e.FieldValue("Content-Disposition")), ";")
		if strings.EqualFold(strings.Trim(kind, " \t\""), "attachment") {
			e.leave(start, "attachment", "an attachment (Content-Disposition)")
		}
	}
	switch kind := e.MediaType; {
	case kind == "multipart/signed" && !p.opts.AllowSigned:
		e.leave(start, "signed", "signed (multipart/signed)")
	case kind == "multipart/encrypted":
		e.leave(start, "encrypted", "encrypted (multipart/encrypted)")
	case kind == "application/pkcs7-mime", kind == "application/x-pkcs7-mime":
		e.leave(start, "encrypted", "signed or encrypted ("+kind+")")
	case kind == "message/partial":
		e.leave(start, "partial", "a fragment of a message (message/partial)")
	}
}

// IsSeal reports whether a header field called name signs a message for the hosts on its way:
// DKIM-Signature (RFC 6376) and names that end in it, such as X-Google-DKIM-Signature;
// DomainKey-Signature (RFC 4870); ARC-Message-Signature and ARC-Seal (RFC 8617).
func IsSeal(name string) bool {
	const dkim = "DKIM-Signature"
	if n := len(name) - len(dkim); n >= 0 && strings.EqualFold(name[n:], dkim) {
		return true
	}
	return isName(name, "DomainKey-Signature") || isName(name, "ARC-Message-Signature") || isName(name, "ARC-Seal")
}

// isMessageType reports whether the body of an entity of media type kind is a
// message.
func isMessageType(kind string) bool {
	switch kind {
	case "message/rfc822", "message/global", "message/news", "message/external-body":
		return true
	}
	return false
}

// single returns the body of the field called name. If several such fields
// differ, e becomes read-only, since readers disagree on which one counts.
func single(e *Entity, name string) (body Span, ok bool) {
	if e.names&nameBit(name) == 0 {
		return body, false
	}
	for _, f := range e.Fields {
		switch {
		case !isName(f.Name, name):
		case !ok:
			body, ok = f.Body, true
		case unfold(e.Text[f.Body.Start:f.Body.End]) != unfold(e.Text[body.Start:body.End]):
			e.leave(f.Body.Start, "ambiguous", "ambiguous header: "+name+" twice")
			return body, ok
		}
	}
	return body, ok
}

// encoding returns the transfer encoding called name, or "" if it is unknown.
// It accepts common misspellings.
func encoding(name string) string {
	switch name {
	case "", "7bit", "7-bit", "7 bit", "7bits":
		return "7bit"
	case "8bit", "8-bit", "8 bit", "8bits":
		return "8bit"
	case "binary":
		return "binary"
	case "base64":
		return "base64"
	case "quoted-printable":
		return "quoted-printable"
	}
	return ""
}

// isPlainEncoding reports whether an encoding leaves the text as it is.
func isPlainEncoding(name string) bool { return name == "7bit" || name == "8bit" || name == "binary" }

// transferEncoding reads Content-Transfer-Encoding (RFC 2045 section 6.1) into
// e.
func transferEncoding(e *Entity) {
	body, _ := single(e, "Content-Transfer-Encoding")
	raw := bytes.Trim(e.Text[body.Start:body.End], " \t")
	if known := encoding(string(raw)); known != "" && (isPlainEncoding(known) || !e.isMultipart()) {
		e.TransferEncoding = known
		return
	}
	name := strings.ToLower(unfold(raw))
	if strings.ContainsAny(name, "(;\"") {
		name = strings.Trim(dropComments(name), " \t")
		e.note(body.Start, "more than a name in Content-Transfer-Encoding")
	}
	// Readers disagree on whether "base64;" means base64. If they do not know
	// an encoding, they show the text as it is.
	known := encoding(name)
	if first, _, _ := strings.Cut(name, ";"); isPlainEncoding(encoding(strings.Trim(first, " \t\""))) {
		known = encoding(strings.Trim(first, " \t\""))
	}
	e.TransferEncoding = cmp.Or(known, name)
	if known == "" && !e.isMultipart() {
		e.leave(body.Start, "transfer-encoding", ErrEncoding.Error()+" "+name)
	}
	// RFC 2045 section 6.4.
	if e.isMultipart() && !isPlainEncoding(e.TransferEncoding) {
		e.note(body.Start, "a multipart cannot be encoded: Content-Transfer-Encoding is ignored")
	}
}
