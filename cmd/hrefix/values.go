package main

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
)

// A suffix is the value of --backup: a suffix, or a directory if it has a "/". It implements
// [pflag.Value].
type suffix struct {
	given bool
	text  string
}

// dir returns the directory, or "".
func (s *suffix) dir() string {
	if strings.ContainsFunc(s.text, func(r rune) bool { return r == '/' || r == filepath.Separator }) {
		return s.text
	}
	return ""
}

// suffix returns the suffix, or "".
func (s *suffix) suffix() string {
	if s.dir() != "" {
		return ""
	}
	return s.text
}

// String implements [pflag.Value].
func (s *suffix) String() string { return s.text }

// Type implements [pflag.Value].
func (s *suffix) Type() string { return "string" }

// Set implements [pflag.Value].
func (s *suffix) Set(text string) error {
	s.given, s.text = true, text
	return nil
}

// A byteSize is a number of bytes as a flag: 1048576, 1024K, 1M.
type byteSize int64

// String implements [pflag.Value].
func (b *byteSize) String() string {
	if *b == 0 {
		return ""
	}
	return strconv.FormatInt(int64(*b), 10)
}

// Set implements [pflag.Value].
func (b *byteSize) Set(s string) error {
	number, shift := strings.ToUpper(strings.TrimSpace(s)), 0
	for i, unit := range []string{"K", "M", "G", "T"} {
		if rest, ok := strings.CutSuffix(number, unit); ok {
			number, shift = rest, 10*(i+1)
			break
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 1 || n > (1<<62)>>shift {
		return fmt.Errorf("give a number of bytes, such as 500000, 800K, 64M or 2G")
	}
	*b = byteSize(n << shift)
	return nil
}

// A sizeOrZero is a byteSize that may be 0.
type sizeOrZero byteSize

// String implements [pflag.Value].
func (z *sizeOrZero) String() string { return (*byteSize)(z).String() }

// Set implements [pflag.Value].
func (z *sizeOrZero) Set(s string) error {
	if s == "0" {
		*z = 0
		return nil
	}
	if err := (*byteSize)(z).Set(s); err != nil {
		return fmt.Errorf("%w, or 0", err)
	}
	return nil
}

// Type implements [pflag.Value].
func (z *sizeOrZero) Type() string { return "size" }

// Type implements [pflag.Value].
func (b *byteSize) Type() string { return "size" }
