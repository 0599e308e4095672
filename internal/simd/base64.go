package simd

// DecodeBase64 decodes letters of base64 (RFC 4648 section 4), some at a time, while
// there are enough of them and nothing else, and room in dst, of which it may overwrite
// all. It returns how many letters it decoded, a multiple of 4. What is left, which may
// be all, is for the caller.
func DecodeBase64(dst, src []byte) int {
	if !hasBase64 {
		return 0
	}
	return decodeBase64(dst, src)
}

// EncodeBase64 encodes bytes as base64, some at a time, while there are enough of them,
// and room in dst. It returns how many bytes it encoded, a multiple of 3. What is left,
// which may be all, is for the caller.
func EncodeBase64(dst, src []byte) int {
	if !hasBase64 {
		return 0
	}
	return encodeBase64(dst, src)
}
