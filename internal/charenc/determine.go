package charenc

import "bytes"

// Determine finds the encoding of an HTML text (HTML Standard section 13.2.3.2). It uses,
// in this order: the byte order mark; transport, the charset parameter of the transport,
// which may be empty, unknown or wrong; the prescan; escape sequences of ISO-2022-JP; the
// default. The parser may find another encoding: see [Encoding.Tentative].
func Determine(text []byte, transport string) Encoding {
	return determine(text, transport, byPrescan, defaultName)
}

// DetermineXML finds the encoding of an XML text (XML 1.0 appendix F, RFC 7303 section 3).
// It differs from [Determine] in that it uses the XML declaration, and in that the default
// is UTF-8.
func DetermineXML(text []byte, transport string) Encoding {
	return determine(text, transport, byXMLStart, UTF8)
}

// DetermineCSS finds the encoding of a style sheet (CSS Syntax Level 3 section 3.2). It
// differs from [Determine] in that it uses the @charset rule at the start, and in that the
// default is UTF-8.
func DetermineCSS(text []byte, transport string) Encoding {
	return determine(text, transport, byCharsetRule, UTF8)
}

// DetermineJSON finds the encoding of JSON text. It uses, in this order: the byte order mark; transport;
// the NULs of UTF-16 (RFC 4627 section 3). The default is UTF-8 (RFC 8259 section 8.1).
func DetermineJSON(text []byte, transport string) Encoding {
	return determine(text, transport, byNULs, UTF8)
}

// byNULs recognizes text that begins with two ASCII characters in UTF-16.
func byNULs(text []byte) (Encoding, bool) {
	switch {
	case len(text) < 4:
	case text[0] == 0 && text[1] != 0 && text[2] == 0 && text[3] != 0:
		return Encoding{name: "utf-16be", kind: utf16BE}, true
	case text[0] != 0 && text[1] == 0 && text[2] != 0 && text[3] == 0:
		return Encoding{name: "utf-16le", kind: utf16LE}, true
	}
	return Encoding{}, false
}

// Declared returns the encoding that text declares at its beginning: in a meta element, an XML
// declaration or the @charset rule of a style sheet. Readers use it if they do not know the charset
// of the transport.
func Declared(text []byte) (e Encoding, ok bool) {
	if e, ok = byCharsetRule(text); ok {
		return e, true
	}
	return byPrescan(text)
}

// determine returns the encoding of a text. inside finds a declaration in the text. otherwise is the name of the
// encoding of a text without any declaration.
func determine(text []byte, transport string, inside func([]byte) (Encoding, bool), otherwise string) Encoding {
	if e, ok := byBOM(text); ok {
		return e.from(BOM)
	}
	if e, ok := Lookup(transport); ok {
		return e.from(Transport)
	}
	if e, ok := unknown(transport); ok {
		return e.from(Transport)
	}
	if e, ok := inside(text); ok {
		return e.from(Meta)
	}
	if isISO2022JP(text) {
		return Encoding{name: "iso-2022-jp", kind: iso2022JP, source: Default}
	}
	return Encoding{name: otherwise, source: Default}
}

// byXMLStart reads the XML declaration, in UTF-16 too. Readers of XML know more encodings than
// browsers do, and stop if they do not know one (XML 1.0 section 4.3.3).
func byXMLStart(text []byte) (Encoding, bool) {
	head := text[:min(len(text), Prescanned)]
	label, ok := xmlLabel(head)
	if e, known := Lookup(label); known {
		return notWide(e), true
	}
	if e, known := unknown(label); ok && known {
		return e, true
	}
	return prescan(head[:min(len(head), len("<\x00?\x00x\x00"))])
}

// byCharsetRule reads the @charset rule at the start of a style sheet. The rule must be
// written in exactly this form.
func byCharsetRule(text []byte) (Encoding, bool) {
	rest, ok := bytes.CutPrefix(text[:min(len(text), Prescanned)], []byte("@charset \""))
	label, _, closed := bytes.Cut(rest, []byte("\";"))
	if !ok || !closed {
		return Encoding{}, false
	}
	return declared(string(label))
}

func (e Encoding) from(s Source) Encoding {
	e.source = s
	return e
}

// byBOM sniffs the byte order mark (Encoding Standard section 6, "BOM sniff").
func byBOM(text []byte) (Encoding, bool) {
	switch {
	case bytes.HasPrefix(text, []byte("\xef\xbb\xbf")):
		return Encoding{name: "utf-8"}, true
	case bytes.HasPrefix(text, []byte("\xfe\xff")):
		return Encoding{name: "utf-16be", kind: utf16BE}, true
	case bytes.HasPrefix(text, []byte("\xff\xfe\x00\x00")): // UTF-32, which browsers read as UTF-16 full of NULs
		return Encoding{name: "utf-32", kind: unreadable}, true
	case bytes.HasPrefix(text, []byte("\xff\xfe")):
		return Encoding{name: "utf-16le", kind: utf16LE}, true
	}
	return Encoding{}, false
}

// Prescanned is the number of bytes in which browsers look for the encoding of a document (HTML Standard
// section 13.2.3.2).
const Prescanned = 1024

// byPrescan prescans the start of text, and reads an XML declaration there.
func byPrescan(text []byte) (Encoding, bool) {
	head := text[:min(len(text), Prescanned)]
	if e, ok := prescan(head); ok {
		return e, true
	}
	if label, ok := xmlLabel(head); ok { // HTML Standard section 13.2.3.2, "get an XML encoding"
		return declared(label)
	}
	return Encoding{}, false
}

// xmlLabel returns the label in the XML declaration at the start of text.
func xmlLabel(text []byte) (label string, ok bool) {
	end := bytes.IndexByte(text, '>')
	if end < 0 || !bytes.HasPrefix(text, []byte("<?xml")) {
		return "", false
	}
	_, rest, ok := bytes.Cut(text[:end], []byte("encoding"))
	if !ok {
		return "", false
	}
	rest, ok = bytes.CutPrefix(skipControls(rest), []byte("="))
	rest = skipControls(rest)
	if !ok || len(rest) == 0 || rest[0] != '"' && rest[0] != '\'' {
		return "", false
	}
	value, _, ok := bytes.Cut(rest[1:], rest[:1])
	if !ok || bytes.ContainsFunc(value, func(r rune) bool { return r <= ' ' }) {
		return "", false
	}
	return string(value), true
}

// skipControls strips the white space of XML declarations.
func skipControls(b []byte) []byte {
	for len(b) > 0 && b[0] <= ' ' {
		b = b[1:]
	}
	return b
}

// declared returns the encoding with a label of the standard, which was read as ASCII.
func declared(label string) (Encoding, bool) {
	e, ok := standard(label)
	return notWide(e), ok
}

// notWide returns e, or UTF-8 if e is UTF-16: text whose label could be read as ASCII is not in UTF-16.
func notWide(e Encoding) Encoding {
	if _, wide := e.UTF16(); wide {
		return Encoding{name: UTF8}
	}
	return e
}
