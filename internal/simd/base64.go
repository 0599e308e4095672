package simd

// DecodeBase64 decodes letters of base64 (RFC 4648 section 4), four at a time, and passes
// over line breaks between them, while there is nothing else, and room in dst, of which
// it may overwrite all. It returns how many bytes of src it read and how many of dst it
// wrote. What is left, which may be all, is for the caller.
func DecodeBase64(dst, src []byte) (read, written int) {
	if !hasBase64 {
		return 0, 0
	}
	return decodeBase64(dst, src)
}

// EncodeBase64 encodes src, of a multiple of 3 bytes, as base64 into dst, which has room
// for that and no more. It reports false, and does nothing, if that is for the caller to
// do, as it is for few bytes.
func EncodeBase64(dst, src []byte) bool {
	if !hasBase64 || len(src) < 16 || len(src)%3 != 0 || len(dst) != len(src)/3*4 {
		return false
	}
	encodeBase64(dst, src)
	return true
}
