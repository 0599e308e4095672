// Package charenc finds the encoding of a text. It also makes a mask of the text, in which
// a scanner that knows only ASCII sees exactly the real markup. It does not convert text.
//
// # Terms
//
// The mask of a text has the same length as the text, so that offsets in one are offsets in
// the other. It has the text's bytes where they are ASCII characters. All other bytes are
// [Blank]: those of characters that are not ASCII, of errors, and of escape sequences of
// ISO-2022-JP. A scanner reads the mask; values and edits refer to the text.
//
// The transport is what carries the text, such as an HTTP response or the header of a
// message part. The prescan searches an HTML text for a declaration of its encoding before
// the text is parsed.
//
// # Specification
//
// HTML Standard section 13.2.3.2 (determining the character encoding) and the Encoding
// Standard: section 4.2 for labels, sections 10 to 13 for the decoders.
//
// The errors of the decoders matter here. A lead byte and an ASCII byte are one character
// only if the encoding has that character: in Shift_JIS 81 3C is an error followed by a
// real "<". The indexes of Shift_JIS, Big5 and EUC-KR have such holes, where ASCII letters
// and brackets remain ASCII. [Encoding.Mask] knows the holes but not the rest of the
// indexes.
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
// The text is not checked for UTF-8, since the mask would be the same. It is checked for
// ISO-2022-JP, as the standard allows (step 8) but browsers no longer do: mail often does
// not declare it, and its bytes look like markup. No other encoding is guessed. But
// [Encoding.Contradiction] reports text that cannot be in its encoding, so that it is not taken
// for text without markup.
//
// [Lookup] knows labels beyond the standard, since mail uses them for the transport: labels
// in quotes that MIME does not treat as quotes, other names of known encodings (cp932,
// cp949), and encodings that cannot be scanned (UTF-7, UTF-32, EBCDIC, Johab). The prescan
// knows only the labels of the standard.
//
// # Limits
//
// Time is linear in the text, and no text makes a function panic. A mask is
// one copy of the text; ASCII text and all encodings but Shift_JIS, GBK,
// gb18030, Big5, EUC-KR and ISO-2022-JP need none.
//
// A decoder drops the escape sequences of ISO-2022-JP, but a mask keeps them as blanks. So
// a tag with an escape sequence inside its name has another name in the mask. A byte order
// mark stays in the mask.
//
// UTF-16 has no mask: see [Encoding.UTF16].
package charenc
