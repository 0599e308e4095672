package simd

// DecodeBase64 decodes base64 (RFC 4648 section 4), four characters at a time, and skips
// line breaks between them. It stops at any other byte, or when dst has too little room. It
// returns the number of bytes of src that it read, and the number of bytes that it wrote to
// dst; it may overwrite the rest of dst. The caller must decode what is left, which may be
// all of src.
func DecodeBase64(dst, src []byte) (read, written int) {
	if !hasBase64 {
		return 0, 0
	}
	return decodeBase64(dst, src)
}

// EncodeBase64 encodes src to dst. The length of src must be a multiple of 3, and dst must
// have exactly the length of the result. EncodeBase64 reports false, and does nothing, if
// the caller must encode src, for example because it is short.
func EncodeBase64(dst, src []byte) bool {
	if !hasBase64 || len(src) < 16 || len(src)%3 != 0 || len(dst) != len(src)/3*4 {
		return false
	}
	encodeBase64(dst, src)
	return true
}
