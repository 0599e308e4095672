package zip

import (
	"bytes"
	"strings"
)

// signatureName returns name as a string if it is that of a signature of other entries, or else "":
//
//   - signed JAR files, and formats that build on them, have META-INF/*.SF and .RSA, .DSA or .EC
//   - signed EPUB files have META-INF/signatures.xml (EPUB OCF 3.3 section 4.2.6.3.6)
//   - signed NuGet packages have .signature.p7s
func signatureName(name []byte) string {
	const folder = "META-INF/"
	if len(name) <= len(folder) || !strings.EqualFold(string(name[:len(folder)]), folder) {
		if string(name) == ".signature.p7s" {
			return string(name)
		}
		return ""
	}
	rest := strings.ToUpper(string(name[len(folder):]))
	if strings.Contains(rest, "/") {
		return ""
	}
	if rest == "SIGNATURES.XML" || strings.HasPrefix(rest, "SIG-") {
		return string(name)
	}
	for _, ext := range [...]string{".SF", ".RSA", ".DSA", ".EC"} {
		if strings.HasSuffix(rest, ext) {
			return string(name)
		}
	}
	return ""
}

// findSignatures finds the signing block of Android packages, which is just before the directory,
// unless a signature was found already.
func (d *directory) findSignatures() error {
	const magic = "APK Sig Block 42"
	if d.start < int64(len(magic)) || d.signed != "" {
		return nil
	}
	raw, err := d.file.read(d.start-int64(len(magic)), len(magic))
	if bytes.Equal(raw, []byte(magic)) {
		d.signed = "an APK signing block"
	}
	return err
}
