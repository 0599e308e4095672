package units

import (
	"bytes"
	"errors"
	"io"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

var (
	errBoom = errors.New("boom")
	errBad  = errors.New("not valid")
)

// boxes is a simple form. A unit with text is "U", any number of blocks ("d", a length, and as
// many inverted bytes) and "e"; one without is "S", a length and as many bytes.
var boxes = Form{
	Name:    "box",
	Unit:    "unit",
	Decoder: func(c *Cursor) Decoder { return &unboxer{c: c} },
	Encoder: func(w io.Writer) Encoder { return &boxer{w: w} },
	Faults:  []error{errBad},
	Advice:  "get another box",
}

type unboxer struct {
	c     *Cursor
	left  int
	ended bool
	count int // of calls of Start
}

func (b *unboxer) Start() (hasText bool, err error) {
	kind, err := b.c.ReadByte()
	if err != nil {
		return false, err
	}
	b.left, b.ended = 0, false
	b.count++
	switch kind {
	case 'U':
		return true, nil
	case 'S':
		n, err := b.c.ReadByte()
		if err == nil {
			_, err = io.ReadFull(b.c, make([]byte, n))
		}
		b.ended = true
		return false, NoEOF(err)
	}
	return false, None(errBad)
}

func (b *unboxer) Read(p []byte) (int, error) {
	if b.ended {
		return 0, io.EOF
	}
	if b.left == 0 {
		tag, err := b.c.ReadByte()
		switch {
		case err != nil:
			return 0, NoEOF(err)
		case tag == 'e':
			b.ended = true
			return 0, io.EOF
		case tag != 'd':
			return 0, errBad
		}
		n, err := b.c.ReadByte()
		if err != nil || n == 0 {
			return 0, NoEOF(err)
		}
		b.left = int(n)
	}
	n, err := b.c.Read(p[:min(len(p), b.left)])
	for i := range p[:n] {
		p[i] = ^p[i]
	}
	b.left -= n
	return n, NoEOF(err)
}

type boxer struct{ w io.Writer }

func (b *boxer) Begin(Decoder) error { return b.put('U') }
func (b *boxer) BeginNew(any) error  { return b.put('U') }
func (b *boxer) End() error          { return b.put('e') }
func (b *boxer) LeaveBroken() error  { return b.put('!') }

func (b *boxer) put(p ...byte) error {
	_, err := b.w.Write(p)
	return err
}

func (b *boxer) Write(p []byte) (int, error) {
	for block := range slices.Chunk(p, 255) {
		if err := b.put('d', byte(len(block))); err != nil {
			return 0, err
		}
		inverted := bytes.Clone(block)
		for i := range inverted {
			inverted[i] = ^inverted[i]
		}
		if err := b.put(inverted...); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

// box returns a unit with the text.
func box(text string) string {
	var out bytes.Buffer
	b := boxer{&out}
	_ = b.Begin(nil)
	_, _ = b.Write([]byte(text))
	_ = b.End()
	return out.String()
}

func open(file []byte) *Reader { return NewReader(bytes.NewReader(file), format.Limits{}, &boxes) }

// read returns the text of a file and the error after it, if any.
func read(t testing.TB, file []byte) ([]byte, error) {
	t.Helper()
	r := open(file)
	text, err := io.ReadAll(r)
	require.NoError(t, r.Close())
	return text, err
}

// noise returns a unit that holds more than a few buffers of bytes.
func noise(n int) (file, text []byte) {
	text = make([]byte, n)
	rand.New(rand.NewSource(1)).Read(text)
	return []byte(box(string(text))), text
}
