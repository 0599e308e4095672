package mbox

// Limits, for tests on both sides of them.
const (
	MaxAhead = maxAhead
	MaxLine  = maxLine
	MaxName  = maxName
	MaxKept  = maxKept
)

// Buffer returns the size of the buffer.
func (r *Reader) Buffer() int { return len(r.buf) }
