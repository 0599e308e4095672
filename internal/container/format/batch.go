package format

// A BatchReader is a Reader that can read many members at once, for several
// goroutines. [Batched] turns any Reader into a BatchReader.
type BatchReader interface {
	Reader
	// NewBatch returns an empty Batch for NextBatch.
	NewBatch() Batch
	// NextBatch reads one or more members into b, up to about 256 KiB unless
	// one member is larger. The previous content of b is no longer valid.
	// After the last member the error is io.EOF. NextBatch and Next must not
	// be mixed.
	NextBatch(b Batch) error
}

// A Batch holds consecutive members in memory of its own.
type Batch interface {
	// Members returns the members. They are valid until the batch is used again.
	Members() []Member
	// Text returns the texts of all members, one after the other.
	Text() []byte
	// Size returns how many bytes of memory the batch takes.
	Size() int
	// Release makes the memory available to other batches. The members must not
	// be used after that. Calling Release is optional.
	Release()
}

// Batched returns r itself if it is a BatchReader. Otherwise it returns a
// BatchReader that copies the members of r.
func Batched(r Reader) BatchReader {
	if b, ok := r.(BatchReader); ok {
		return b
	}
	return &copier{Reader: r}
}

// The size from which on a batch takes no more members.
const (
	enough     = 256 << 10 // bytes of text
	enoughSize = 1 << 10   // number of members: some may have no text
)

// A copier is a BatchReader that copies the members of a Reader.
type copier struct {
	Reader
	err error // the error of the Reader, which the next call of NextBatch returns
}

// A copied is a Batch of copies.
type copied struct {
	members []Member
	text    []byte
}

func (c *copier) NewBatch() Batch { return new(copied) }

func (c *copier) NextBatch(b Batch) error {
	to := b.(*copied)
	to.Release()
	if to.text == nil {
		to.text = make([]byte, 0, enough+enough/2)
	}
	for c.err == nil && len(to.text) < enough && len(to.members) < enoughSize {
		var m Member
		if c.err = c.Next(&m); c.err == nil {
			to.members = append(to.members, m)
			to.text = append(to.text, m.Text...)
		}
	}
	if len(to.members) == 0 {
		return c.err
	}
	pos := 0
	for i := range to.members { // appending may have moved to.text
		m := &to.members[i]
		end := pos + len(m.Text)
		m.Text, pos = to.text[pos:end:end], end
	}
	return nil
}

func (b *copied) Members() []Member { return b.members }
func (b *copied) Text() []byte      { return b.text }
func (b *copied) Size() int         { return cap(b.text) }

// Release drops memory that is much larger than a batch usually is.
func (b *copied) Release() {
	clear(b.members)
	b.members, b.text = b.members[:0], b.text[:0]
	if cap(b.text) > 4*enough {
		b.text = nil
	}
}
