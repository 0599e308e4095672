package rewrite_test

import (
	"bytes"
	"io"
	"testing/iotest"
)

// bytewise reads one byte at a time.
func bytewise(src []byte) io.Reader { return iotest.OneByteReader(bytes.NewReader(src)) }
