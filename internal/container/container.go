package container

import (
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/container/format"
)

// Formats returns all container formats, in the order of the table.
func Formats() []*format.Format { return formats[:] }

// Magic returns the format whose magic head has, or nil. head is the first 64 KiB of a file, or the
// whole file. If Magic and the extension of the name disagree, Magic is right.
func Magic(head []byte) *format.Format {
	for _, f := range formats {
		if f.Magic != nil && f.Magic(head) {
			return f
		}
	}
	return nil
}

// Detect returns the format that head looks like, or nil. If Detect and the extension of the name
// disagree, the extension is right.
func Detect(head []byte) *format.Format {
	for _, f := range formats {
		if f.Detect != nil && f.Detect(head) {
			return f
		}
	}
	return nil
}

// ByExtension returns the format of files whose names have the extension, which is in
// lower case and has its dot; or nil.
func ByExtension(ext string) *format.Format {
	for _, f := range formats {
		if slices.Contains(f.Extensions, ext) {
			return f
		}
	}
	return nil
}

// CodingMagicSize is how many bytes of a file [Coding] looks at.
const CodingMagicSize = 16

// Coding returns the coding of a file that begins with head, or nil.
func Coding(head []byte) *format.Coding {
	for _, c := range codings {
		if c.Magic(head) {
			return c
		}
	}
	return nil
}

// TrimCoding returns the name of a file without the extension of a coding: "a.tar" for "a.tar.gz",
// and for "a.tgz".
func TrimCoding(name string) string {
	trimmed, _ := CutCoding(name)
	return trimmed
}

// CutCoding is [TrimCoding], with the coding, or nil if the name has no extension of a coding.
func CutCoding(name string) (trimmed string, coding *format.Coding) {
	for _, c := range codings {
		if trimmed, ok := trimFold(name, c.Extension); ok {
			return trimmed, c
		}
		for short, ext := range c.Short {
			if trimmed, ok := trimFold(name, short); ok {
				return trimmed + ext, c
			}
		}
	}
	return name, nil
}

// trimFold removes an extension in any case.
func trimFold(name, ext string) (trimmed string, ok bool) {
	n := len(name) - len(ext)
	if n < 0 || !strings.EqualFold(name[n:], ext) {
		return name, false
	}
	return name[:n], true
}
