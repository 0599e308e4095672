package mimebase

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/corpus"
)

// corpusMail returns the messages of the corpus. Their names are paths below
// mail.
func corpusMail(t *testing.T) []corpus.File {
	files := corpus.Files(t, "mail")
	require.GreaterOrEqual(t, len(files), 700)
	for i := range files {
		files[i].Name = strings.TrimPrefix(files[i].Name, "mail/")
	}
	return files
}

// TestCorpusInvariants checks the invariants for real messages, for beginnings
// of them, and for mutations of them.
func TestCorpusInvariants(t *testing.T) {
	var wg sync.WaitGroup
	defer wg.Wait()
	for _, f := range corpusMail(t) {
		name, source := f.Name, f.Data
		wg.Go(func() {
			random := rand.New(rand.NewPCG(1808, uint64(len(source))))
			holds(t, name, source)
			if len(source) > 200_000 {
				return
			}
			for range 8 {
				holds(t, name, source[:random.IntN(len(source)+1)])
				holds(t, name, mutate(random, source))
			}
		})
	}
}

func holds(t *testing.T, name string, source []byte) {
	if err := firstBreach(source, Parse(source, nil, Options{})); err != nil {
		t.Errorf("%s: %v in %.3000q", name, err, source)
	}
}

// mutate changes bytes, and repeats, moves or removes lines.
func mutate(random *rand.Rand, source []byte) []byte {
	lines := bytes.SplitAfter(bytes.Clone(source), []byte("\n"))
	for range 1 + random.IntN(8) {
		i, j := random.IntN(len(lines)), random.IntN(len(lines))
		switch random.IntN(5) {
		case 0:
			lines[i] = lines[j]
		case 1:
			lines[i], lines[j] = lines[j], lines[i]
		case 2:
			lines[i] = nil
		case 3:
			lines[i] = append(bytes.Clone(lines[i]), lines[j]...)
		case 4:
			if n := len(lines[i]); n > 0 {
				lines[i] = bytes.Clone(lines[i])
				lines[i][random.IntN(n)] = "\x00\r\n:-=\" ;(\xff"[random.IntN(11)]
			}
		}
	}
	return bytes.Join(lines, nil)
}
