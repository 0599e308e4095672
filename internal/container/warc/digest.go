package warc

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"hash"
	"strings"
)

// A digest is the value of a field such as WARC-Block-Digest: the name of an algorithm, a colon,
// and a hash.
type digest struct {
	value string
	label string // the label with its colon
	hash  func() hash.Hash
	form  func(sum []byte) string
}

// algorithms are the hash functions by their names, without hyphens.
var algorithms = map[string]func() hash.Hash{
	"md5": md5.New, "sha1": sha1.New, "sha224": sha256.New224, "sha256": sha256.New, "sha384": sha512.New384, "sha512": sha512.New,
}

// parseDigest parses a digest. ok is false if its algorithm or its form is not known.
func parseDigest(value string) (d digest, ok bool) {
	name, sum, ok := strings.Cut(value, ":")
	if !ok {
		return d, false
	}
	d = digest{value: value, label: name + ":"}
	d.hash = algorithms[strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), "-", "")]
	if d.hash == nil {
		return d, false
	}
	sum = strings.TrimSpace(sum)
	zero := make([]byte, d.hash().Size())
	for _, f := range forms {
		if strings.Trim(sum, f.alphabet) == "" && len(sum) == len(f.write(zero)) {
			d.form = f.write
			return d, true
		}
	}
	return d, false
}

// A form is a way to write a hash.
type form struct {
	alphabet string
	write    func(sum []byte) string
}

const (
	lower  = "abcdefghijklmnopqrstuvwxyz"
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits = "0123456789"
)

// The forms in which hashes are written: the encodings of RFC 4648, with or without "=" at the end.
var forms = []form{
	{digits + "abcdef", hex.EncodeToString},
	{digits + "ABCDEF", func(sum []byte) string { return strings.ToUpper(hex.EncodeToString(sum)) }},
	{upper + "234567=", base32.StdEncoding.EncodeToString},
	{upper + "234567", unpadded.EncodeToString},
	{lower + "234567=", func(sum []byte) string { return strings.ToLower(base32.StdEncoding.EncodeToString(sum)) }},
	{lower + "234567", func(sum []byte) string { return strings.ToLower(unpadded.EncodeToString(sum)) }},
	{upper + lower + digits + "+/=", base64.StdEncoding.EncodeToString},
	{upper + lower + digits + "+/", base64.RawStdEncoding.EncodeToString},
	{upper + lower + digits + "-_=", base64.URLEncoding.EncodeToString},
	{upper + lower + digits + "-_", base64.RawURLEncoding.EncodeToString},
}

var unpadded = base32.StdEncoding.WithPadding(base32.NoPadding)

// of returns the digest of the joined parts.
func (d *digest) of(parts ...[]byte) string {
	h := d.hash()
	for _, p := range parts {
		h.Write(p)
	}
	return d.label + d.form(h.Sum(nil))
}
