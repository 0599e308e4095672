package tar

import (
	"bytes"
	"errors"
	"math"
	"strconv"
)

const (
	blockSize = 512
	// maxSize is the maximum size of a file. It is so small that sums of the sizes of one file do not overflow.
	maxSize = math.MaxInt64 / 4
)

// A field is the place of a value in a header.
type field struct{ start, end int }

// The fields of a header (POSIX.1, ustar Interchange Format).
var (
	nameField   = field{0, 100}
	modeField   = field{100, 108}
	sizeField   = field{124, 136}
	sumField    = field{148, 156}
	linkField   = field{157, 257}
	magicField  = field{257, 263}
	prefixField = field{345, 500}
	starPrefix  = field{345, 476} // in star, times follow the prefix
	starMagic   = field{508, 512}
	// In sparse files of GNU tar:
	sparseSize = field{483, 495} // the size of the file with its holes
	moreSparse = 482             // not 0 if a block with more of the map follows
	moreInMap  = 504             // in such a block: not 0 if another block with more of the map follows
)

// typeAt is the offset of the type of a header.
const typeAt = 156

// The types of headers that matter here.
const (
	oldFile     = '\x00' // a file of version 7; a name that ends in a slash is a directory
	regularFile = '0'
	hardLink    = '1'
	symLink     = '2'
	charDevice  = '3'
	blockDevice = '4'
	directory   = '5'
	namedPipe   = '6'
	contiguous  = '7' // a regular file
	longLink    = 'K'
	longName    = 'L'
	sparseFile  = 'S'
	solarisPAX  = 'X'
	paxHeader   = 'x'
	globalPAX   = 'g'
)

// A block is a header of 512 bytes.
type block []byte

func (b block) field(f field) []byte { return b[f.start:f.end] }

// text returns a field that is text, which ends before its first NUL.
func (b block) text(f field) string { return string(untilNUL(b.field(f))) }

// name returns the name in the header, with its prefix in the dialects that have a prefix. GNU tar
// has other values in its place.
func (b block) name() string {
	prefix := prefixField
	switch {
	case string(b.field(magicField)) != "ustar\x00":
		return b.text(nameField)
	case string(b.field(starMagic)) == "tar\x00":
		prefix = starPrefix
	}
	if p := b.text(prefix); p != "" {
		return p + "/" + b.text(nameField)
	}
	return b.text(nameField)
}

// untilNUL returns the bytes before the first NUL.
func untilNUL(b []byte) []byte {
	before, _, _ := bytes.Cut(b, []byte{0})
	return before
}

// sum adds up the bytes of the header, with blanks instead of its checksum. signed is whether they
// count as signed numbers.
func (b block) sum(signed bool) int64 {
	var n int64
	for i, c := range b[:blockSize] {
		switch {
		case sumField.start <= i && i < sumField.end:
			n += ' '
		case signed:
			n += int64(int8(c))
		default:
			n += int64(c)
		}
	}
	return n
}

// check reports whether the checksum of the header is right, and whether it is a sum of signed numbers.
func (b block) check() (signed, ok bool) {
	want, err := number(b.field(sumField))
	switch {
	case err != nil || len(bytes.Trim(b.field(sumField), " \x00")) == 0:
		return false, false
	case b.sum(false) == want:
		return false, true
	}
	return true, b.sum(true) == want
}

var errNumber = errors.New("not a number")

// number returns the number in a field. If the first bit of the field is set, the number is in base
// 256. Otherwise it has octal digits, which end before a blank or NUL. Blanks may come first. An empty
// field is 0. Digits after a NUL are an error: GNU tar reads them, and Python and bsdtar do not.
func number(field []byte) (int64, error) {
	if len(field) > 0 && field[0]&0x80 != 0 {
		return base256(field)
	}
	digits := octalDigits(field)
	if len(bytes.Trim(digits, "01234567")) > 0 || len(digits) > 0 && bytes.TrimLeft(field, " ")[0] == 0 {
		return 0, errNumber
	}
	var n int64
	for _, c := range digits {
		if n > math.MaxInt64>>3 {
			return 0, errNumber
		}
		n = n<<3 | int64(c-'0')
	}
	return n, nil
}

// octalDigits returns the digits of a number in a field.
func octalDigits(field []byte) []byte {
	digits := bytes.TrimLeft(field, " \x00")
	if end := bytes.IndexAny(digits, " \x00"); end >= 0 {
		digits = digits[:end]
	}
	return digits
}

// base256 returns the binary number in a field, as GNU tar writes large numbers. It returns errNumber
// for a number that is negative or has more than 63 bits.
func base256(field []byte) (int64, error) {
	n := int64(field[0] &^ 0x80)
	if field[0]&0x40 != 0 { // the sign
		return 0, errNumber
	}
	for _, c := range field[1:] {
		if n > math.MaxInt64>>8 {
			return 0, errNumber
		}
		n = n<<8 | int64(c)
	}
	return n, nil
}

// setNumber writes a number into a field, in the form that the field has.
func setNumber(field []byte, n int64) {
	if field[0]&0x80 == 0 && setOctal(field, n) {
		return
	}
	for i := len(field) - 1; i >= 0; i-- {
		field[i] = byte(n)
		n >>= 8
	}
	field[0] |= 0x80
}

// setOctal writes the octal digits of a number that is not negative into a field. They end where the
// old digits end, if there is room before that, and zeros or blanks fill the field before them, as
// they did before. ok is false if the field has no room for the digits.
func setOctal(field []byte, n int64) (ok bool) {
	old := octalDigits(field)
	end := len(field) - len(bytes.TrimLeft(field, " \x00")) + len(old)
	if len(old) == 0 {
		end = len(field) - 1
	}
	digits := strconv.FormatInt(n, 8)
	if len(digits) > len(field) {
		return false
	}
	if end < len(digits) {
		end = len(digits)
		clear(field[end:min(end+1, len(field))])
	}
	pad := byte('0')
	if field[0] == ' ' {
		pad = ' '
	}
	for i := range end - len(digits) {
		field[i] = pad
	}
	copy(field[end-len(digits):], digits)
	return true
}
