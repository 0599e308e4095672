package mbox_test

import (
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/mbox"
)

// BenchmarkReader reads mailboxes of plain text, of base64, and of nothing but
// headers.
func BenchmarkReader(b *testing.B) {
	header := fromA + strings.Repeat("Received: from a.example by b.example; Thu, 1 Jan 2004 00:00:00 +0000\n", 12) + "Subject: x\n\n"
	for name, message := range map[string]string{
		"text":   header + strings.Repeat("A line of plain text that goes on From the left to the right.\n", 60) + "\n",
		"base64": header + strings.Repeat(strings.Repeat("QUJD", 19)+"\n", 5000) + "\n",
		"header": header + "\n",
		"counts": strings.TrimSuffix(header, "\n") + withLength(strings.Repeat("A line of plain text.\n", 200)) + "\n",
	} {
		b.Run(name, func(b *testing.B) {
			mailbox := strings.Repeat(message, 8<<20/len(message))
			b.SetBytes(int64(len(mailbox)))
			b.ReportAllocs()
			for b.Loop() {
				read(b, mailbox)
			}
		})
	}
}

// BenchmarkMessages splits what is in memory.
func BenchmarkMessages(b *testing.B) {
	mailbox := []byte(strings.Repeat(fromA+"Subject: x\n\n"+strings.Repeat("A line of plain text.\n", 200)+"\n", 1000))
	b.SetBytes(int64(len(mailbox)))
	b.ReportAllocs()
	for b.Loop() {
		for range mbox.Messages(mailbox) {
		}
	}
}

// BenchmarkGrowth prints how long a shape takes for a byte, and how much longer
// it takes when it is twice as long.
func BenchmarkGrowth(b *testing.B) {
	small, large := shapes(8<<20), shapes(16<<20)
	for _, name := range slices.Sorted(maps.Keys(small)) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(small[name]) + len(large[name])))
			var took [2]time.Duration
			for b.Loop() {
				for i, mailbox := range []string{small[name], large[name]} {
					start := time.Now()
					read(b, mailbox)
					took[i] += time.Since(start)
				}
			}
			b.ReportMetric(float64(took[1])/float64(took[0]), "ratio")
		})
	}
}

func read(b *testing.B, mailbox string) {
	for r := mbox.NewReader(strings.NewReader(mailbox)); ; {
		if _, err := r.Next(); err != nil {
			require.ErrorIs(b, err, io.EOF)
			return
		}
	}
}
