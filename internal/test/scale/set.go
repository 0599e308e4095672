package scale

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"sync"
)

// A Set describes the files to make.
type Set struct {
	Seed  uint64
	Bytes int64 // the size of all files together; they are a little larger
	Files int
}

// WARC writes a set of web archives into dir, and returns their paths below dir, in the order in
// which they were numbered.
func WARC(dir string, set Set) ([]string, error) {
	return set.write(dir, warcName, writeWARC)
}

// Mailboxes writes a set of mailboxes into dir, and returns their paths below dir, in the order in
// which they were numbered.
func Mailboxes(dir string, set Set) ([]string, error) {
	return set.write(dir, mailboxName, writeMailbox)
}

// write makes all files of the set, several at once.
func (set Set) write(dir string, name func(i int) string, fill func(*output, *author) error) ([]string, error) {
	names, sizes := make([]string, set.Files), set.Sizes()
	errs := make([]error, set.Files)
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	var running sync.WaitGroup
	for i := range names {
		names[i] = name(i)
		slots <- struct{}{}
		running.Go(func() {
			path := filepath.Join(dir, filepath.FromSlash(names[i]))
			a := &author{Rand: rand.New(rand.NewPCG(set.Seed, uint64(i))), most: min(float64(sizes[i])/4, 4<<20)}
			errs[i] = writeFile(path, sizes[i], a, fill)
			<-slots
		})
	}
	running.Wait()
	return names, errors.Join(errs...)
}

// Sizes returns the least size of each file. Their sum is at least set.Bytes.
func (set Set) Sizes() []int64 {
	r := rand.New(rand.NewPCG(set.Seed, math.MaxUint64))
	shares, sum := make([]float64, set.Files), 0.0
	for i := range shares {
		shares[i] = math.Exp(r.NormFloat64())
		sum += shares[i]
	}
	sizes := make([]int64, set.Files)
	for i, share := range shares {
		sizes[i] = int64(math.Ceil(float64(set.Bytes) * share / sum))
	}
	return sizes
}

// writeFile creates the file at path, with its directory.
func writeFile(path string, size int64, a *author, fill func(*output, *author) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	out := &output{Writer: bufio.NewWriterSize(file, 1<<20), name: path, size: size}
	err = errors.Join(fill(out, a), out.Flush(), file.Close())
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// An output is a file that grows to a size.
type output struct {
	*bufio.Writer
	name    string
	size    int64
	written int64
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	o.written += int64(n)
	return n, err
}

// full reports whether the file has its size.
func (o *output) full() bool { return o.written >= o.size }
