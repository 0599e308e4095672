package mbox_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/mbox"
)

func TestReaderEmpty(t *testing.T) {
	r := mbox.NewReader(strings.NewReader(""))
	for range 3 {
		m, err := next(r)
		require.Equal(t, io.EOF, err)
		require.Zero(t, m)
	}
}

// TestReaderError fails after each byte of a mailbox. All that was read is
// returned before.
func TestReaderError(t *testing.T) {
	mailbox, _ := join(mailboxes["two"])
	for n := range mailbox {
		checkError(t, mailbox[:n], false)
	}
	// After messages that were returned before all was read.
	far := bytes.Repeat([]byte(fromA+"S: x\n\n"+strings.Repeat("text\n", 1000)), 3)
	for _, n := range []int{1, len(far) / 3, len(far)/3 + 1, len(far) / 2, len(far)} {
		checkError(t, far[:n], true)
	}
}

// checkError reads a mailbox, byte by byte if that is said, and an error after it.
func checkError(t *testing.T, mailbox []byte, slowly bool) {
	broken := errors.New("broken")
	src := io.MultiReader(bytes.NewReader(mailbox), iotest.ErrReader(broken))
	if slowly {
		src = iotest.OneByteReader(src)
	}
	r := mbox.NewReader(src)
	var all []byte
	m, err := next(r)
	for ; err == nil; m, err = next(r) {
		all = append(all, m.Text...)
	}
	require.Equal(t, string(mailbox), string(all))
	require.ErrorIs(t, err, broken)
	require.ErrorContains(t, err, "offset "+itoa(len(mailbox))+":")
	_, again := next(r)
	require.Equal(t, err, again)
}

// A silent reader reads nothing, and does not say why.
type silent struct{}

func (silent) Read([]byte) (int, error) { return 0, nil }

func TestReaderNoProgress(t *testing.T) {
	r := mbox.NewReader(io.MultiReader(strings.NewReader(fromA), silent{}))
	m, err := next(r)
	require.NoError(t, err)
	require.Equal(t, fromA, string(m.Text))
	_, err = next(r)
	require.ErrorIs(t, err, io.ErrNoProgress)
}

// TestReaderBuffer holds the size of the buffer to that of the largest message,
// and to a constant when as much was read after that.
func TestReaderBuffer(t *testing.T) {
	const huge, most = 20 << 20, 32 << 20
	small := fromA + "S: x\n\n" + strings.Repeat("text\n", 1000) + "\n"
	some := func(n int64) io.Reader { return io.LimitReader(&repeater{text: small}, n*int64(len(small))) }
	r := mbox.NewReader(io.MultiReader(some(2000), strings.NewReader(fromA),
		io.LimitReader(letters('x'), huge), strings.NewReader("\n"), some(10_000)))
	last := int64(0)
	for {
		m, err := next(r)
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		switch {
		case len(m.Text) > huge:
			require.LessOrEqual(t, r.Buffer(), most)
			last = m.Offset
		case last == 0 || m.Offset > last+huge+most+1<<20:
			require.LessOrEqual(t, r.Buffer(), mbox.MaxKept)
		}
	}
	require.Positive(t, last)
}

// TestReaderMoves: messages that have room in the buffer get it there, wherever they begin.
func TestReaderMoves(t *testing.T) {
	var box strings.Builder
	for i := range 12 {
		box.WriteString(fromA + "\n" + strings.Repeat("text\n", (3<<20+i*10_000)/5) + "\n")
		box.WriteString(fromA + "\n" + strings.Repeat("text\n", i*100_000/5) + "\n")
	}
	r := mbox.NewReader(strings.NewReader(box.String()))
	for {
		_, err := next(r)
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		require.LessOrEqual(t, r.Buffer(), 4<<20)
	}
}

// letters reads the same letter without end.
type letters byte

func (l letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(l)
	}
	return len(p), nil
}

// TestReaderLies reads messages that all have a Content-Length that leads far
// ahead: the buffer has a limit, and is kept as long as that much is in it.
func TestReaderLies(t *testing.T) {
	const number = 8000
	lie := fromA + "Content-Length: 15728640\n\n" + strings.Repeat("text\n", 1000)
	r := mbox.NewReader(io.LimitReader(&repeater{text: lie}, int64(number*len(lie))))
	n, largest := 0, 0
	for ; ; n++ {
		m, err := next(r)
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		require.Equal(t, len(lie), len(m.Text))
		largest = max(largest, r.Buffer())
	}
	require.Equal(t, number, n)
	require.LessOrEqual(t, largest, 32<<20)
}

// A repeater reads a text again and again.
type repeater struct {
	text string
	pos  int
}

func (r *repeater) Read(p []byte) (int, error) {
	for n := 0; n < len(p); {
		k := copy(p[n:], r.text[r.pos:])
		r.pos = (r.pos + k) % len(r.text)
		n += k
	}
	return len(p), nil
}

// TestReaderAllocations reads messages: each allocates nothing.
func TestReaderAllocations(t *testing.T) {
	mailbox := strings.Repeat(fromA+withLength("text\n"+fromB)+"\n"+fromB+"S: x\n\ntext\n\n", 2000)
	allocations := testing.AllocsPerRun(5, func() {
		for r := mbox.NewReader(strings.NewReader(mailbox)); ; {
			if _, err := next(r); err != nil {
				return
			}
		}
	})
	require.Less(t, allocations, 10.0)
}
