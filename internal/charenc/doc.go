// Package charenc finds the encoding of a text, and makes a mask of it in
// which a scanner of bytes sees only real markup. It decodes nothing: text is
// never converted.
//
// # Terms
//
// The mask of a text has the same length, so that offsets in one are offsets
// in the other. Its bytes are those of the text where they are ASCII
// characters, and [Blank] everywhere else: in characters that are not ASCII,
// in errors, and in the escape sequences of ISO-2022-JP. A scanner reads the
// mask; values and edits come from the text.
//
// The transport is what carries the text: an HTTP response, the header of a
// message part. The prescan is the search of an HTML text for a declaration of
// its encoding, before it is parsed.
//
// # Specification
//
// HTML Standard section 13.2.3.2 (determining the character encoding) and the
// Encoding Standard: section 4.2 for labels, sections 10 to 13 for the
// decoders. Their errors matter here. A lead byte takes an ASCII byte with it
// only if both together are a character: in Shift_JIS 81 3C is an error and a
// real "<". The indexes of Shift_JIS, Big5 and EUC-KR have holes, where letters
// and brackets come back in the same way; these holes are in [Encoding.Mask],
// the indexes are not.
//
// Labels come from golang.org/x/net/html/charset. Its DetermineEncoding is not
// used: it reads tags as the parser does, where the prescan looks into script
// and style elements too; it knows neither XML declarations nor
// x-user-defined.
//
// The prescan ends after 1024 bytes. What it finds, or does not, is tentative: the
// first meta element that declares an encoding tells that of the whole text
// ([Encoding.Tentative], [OfMeta]). Whoever scans the text meets it, and starts
// again.
//
// # Divergences
//
// The encoding of an XML declaration must be in the declaration itself. The
// standard finds its end and then makes no use of it; browsers do.
//
// UTF-16 without a byte order mark is recognized where the standard does, by
// "<?x" at the start of the text. A text without any declaration is
// windows-1252, which means: compatible with ASCII. It is not searched for
// UTF-8, whose mask is the same. It is searched for ISO-2022-JP, as the standard
// allows (step 8): mail often does not declare it, and its bytes look like
// markup. Browsers do not search any more. No other text is guessed at.
//
// [Lookup], and with it the transport, knows labels beyond the standard, since
// mail has them: labels in quotes that are none to MIME, other names of the same
// encodings (cp932, cp949), and encodings that cannot be scanned (UTF-7, UTF-32,
// EBCDIC, Johab). The prescan knows only those of the standard.
//
// # Limits
//
// Time is linear in the text, and no text makes a function panic. A mask is
// one copy of the text; ASCII text and all encodings but Shift_JIS, GBK,
// gb18030, Big5, EUC-KR and ISO-2022-JP need none.
//
// A decoder drops the escape sequences of ISO-2022-JP, and a mask cannot: a
// tag with one amid its name is another tag in the mask. A byte order mark
// stays in the mask.
//
// UTF-16 has no mask: see [Encoding.UTF16].
package charenc
