package webpage

import (
	"crypto/sha256"
	"encoding/base64"
)

// PolicyHash returns the source expression (Content Security Policy Level 3 section 2.3.1) that allows a
// style or script element with that content.
func PolicyHash(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
