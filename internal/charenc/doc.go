// Package charenc finds the encoding of a text, and reads and writes its characters.
//
// # Terms
//
// A [Decoder] knows the characters of an encoding. A [Reader] is a decoder for one text: in
// ISO-2022-JP, the meaning of a byte depends on the escape sequence before it. Package view makes
// a view of it, through which scanners see all text as UTF-8.
//
// The transport is what carries the text, such as an HTTP response or the header of a
// message part. The prescan searches an HTML text for a declaration of its encoding before
// the text is parsed.
//
// # Files
//
// charenc.go has [Encoding] and the labels of the standard, labels.go the others. determine.go, prescan.go and
// contradict.go find the encoding of a text. decoder.go, sizes.go and encoder.go read and write characters, reader.go
// and iso2022jp.go the text around them.
//
// # Specification
//
// HTML Standard section 13.2.3.2 (determining the character encoding) and the Encoding
// Standard: section 4.2 for labels, sections 9 to 14 for the decoders.
//
// The errors of the decoders matter here. A lead byte and an ASCII byte are one character
// only if the encoding has that character: in Shift_JIS 81 3C is an error followed by a
// real "<". The indexes of Shift_JIS, Big5 and EUC-KR have such holes, where ASCII letters
// and brackets remain ASCII. The functions in sizes.go know the holes. The characters
// themselves come from golang.org/x/text, except the characters that it lacks: control characters in
// encodings of single bytes, and characters of private use in Shift_JIS and gb18030.
//
// Labels come from golang.org/x/net/html/charset. Its DetermineEncoding is not used. It
// reads tags as the parser does, while the prescan also looks into script and style
// elements, and it knows neither XML declarations nor x-user-defined.
//
// The prescan ends after 1024 bytes. Its result is tentative, even if it finds nothing: the
// first meta element that declares an encoding gives the encoding of the whole text
// ([Encoding.Tentative], [OfMeta]). A caller that scans the text finds that element and
// starts again.
//
// # Divergences
//
// The encoding of an XML declaration must be inside the declaration. The standard finds the
// end of the declaration but does not use it; browsers do.
//
// UTF-16 without a byte order mark is recognized where the standard recognizes it: by "<?x"
// at the start of the text. The default for a text without any declaration is windows-1252.
// Without a declaration, text that is valid UTF-8 is read as UTF-8 ([Encoding.IsUTF8]), as
// browsers do with files. It is also checked for ISO-2022-JP, as the standard allows (step 8) but
// browsers no longer do: mail often does not declare it, and its bytes look like markup. No other
// encoding is guessed. But [Encoding.Contradiction] reports text that cannot be in its encoding, so
// that it is not taken for text without markup.
//
// [Lookup] knows labels beyond the standard, since mail uses them for the transport: labels
// in quotes that MIME does not treat as quotes, other names of known encodings (cp932,
// utf_8), and encodings that cannot be scanned (UTF-7, UTF-32, EBCDIC, Johab). What the
// transport or an XML declaration names otherwise cannot be scanned either, unless it is
// known that its bytes below 0x80 are ASCII (labels.go): a reader may know it. The prescan
// knows only the labels of the standard, as browsers do.
//
// # Limits
//
// Time is linear in the text, and no text makes a function panic. The decoder of an encoding with
// characters of several bytes has a table of 96 KB, and its encoder for queries (see
// [Encoding.Coding]) has one of about 1 MB. They are made when they are first needed.
//
// Some pairs of bytes that are malformed in Big5 are read by Chromium in another way than by the
// standard: it reads the second byte again.
//
// UTF-16 has no Decoder: see [Encoding.UTF16].
package charenc
