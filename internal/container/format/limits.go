package format

import (
	"fmt"
	"math"
)

// Limits bound the text of an encoded file. Zero values mean the defaults.
type Limits struct {
	// Ratio is how many bytes of text there may be for each byte of the file
	// read so far. Default: 1000.
	Ratio int
	// Above is the number of bytes of text up to which any ratio is fine.
	// Default: 64 MiB.
	Above int64
	// Size is the number of bytes of text that there may be whatever the
	// ratio. Default: 0, and Ratio and Above apply instead.
	Size int64
}

// WithDefaults returns m with defaults instead of zero values.
func (m Limits) WithDefaults() Limits {
	if m.Ratio <= 0 {
		m.Ratio = 1000
	}
	if m.Above <= 0 {
		m.Above = 64 << 20
	}
	return m
}

// Text returns how many bytes of text the first bytes of a file may hold. m must
// be the result of WithDefaults.
func (m Limits) Text(file int64) int64 {
	if m.Size > 0 {
		return m.Size
	}
	if file > math.MaxInt64/int64(m.Ratio) {
		return math.MaxInt64
	}
	return max(m.Above, file*int64(m.Ratio))
}

// Exceeded returns the error for more text than that. Its cause is [ErrTooLarge].
func (m Limits) Exceeded() error {
	if m.Size > 0 {
		return fmt.Errorf("%w: more than %d bytes", ErrTooLarge, m.Size)
	}
	return fmt.Errorf("%w: more than %d bytes, and more than %d for each byte of the file", ErrTooLarge, m.Above, m.Ratio)
}
