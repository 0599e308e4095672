package mbox

// Limits, for tests on both sides of them.
const (
	MaxAhead = maxAhead
	MaxLine  = maxLine
	MaxName  = maxName
	MaxKept  = 4 << 20 // see format.Buffer
)

// Buffer returns the size of the buffer.
func (r *Reader) Buffer() int { return r.in.Cap() }
