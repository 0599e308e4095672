package mbox_test

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/mbox"
	"github.com/hrefix/hrefix/internal/test/growth"
)

// BenchmarkReader reads mailboxes of plain text, of base64, and of only
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

// BenchmarkGrowth shows that time and memory are linear.
func BenchmarkGrowth(b *testing.B) {
	growth.Bench(b, 1<<15, shapes, func(b *testing.B, _ string) func([]byte) {
		return func(mailbox []byte) { read(b, string(mailbox)) }
	})
}

func read(b *testing.B, mailbox string) {
	for r := mbox.NewReader(strings.NewReader(mailbox)); ; {
		if _, err := next(r); err != nil {
			require.ErrorIs(b, err, io.EOF)
			return
		}
	}
}
