package gzip

import (
	"fmt"
	"math"
)

// Limits bounds the text of a file. Zero values mean the defaults.
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

func (m Limits) withDefaults() Limits {
	if m.Ratio <= 0 {
		m.Ratio = 1000
	}
	if m.Above <= 0 {
		m.Above = 64 << 20
	}
	return m
}

// text returns how many bytes of text the first file bytes may hold.
func (m Limits) text(file int64) int64 {
	if m.Size > 0 {
		return m.Size
	}
	if file > math.MaxInt64/int64(m.Ratio) {
		return math.MaxInt64
	}
	return max(m.Above, file*int64(m.Ratio))
}

// error returns the error for more text than that.
func (m Limits) error() error {
	if m.Size > 0 {
		return fmt.Errorf("%w: more than %d bytes", ErrTooLarge, m.Size)
	}
	return fmt.Errorf("%w: more than %d bytes, and more than %d for each byte of the file", ErrTooLarge, m.Above, m.Ratio)
}
