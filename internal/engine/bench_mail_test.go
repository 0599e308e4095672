package engine_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"maps"
	"mime/quotedprintable"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// benchHTML is a part of a message, as mailing lists write them.
var benchHTML = "<html><head><title>x</title></head>\n<body><p><a href=\"000001.html\">previous</a> <a href=\"000003.html\">next</a></p>\n" +
	strings.Repeat("A line of text that goes on from the left to the right, and no further.<br>\n", 40) +
	"<hr><p><a href=\"./\">The list</a> <img src=\"/icons/list.png\" alt=\"\"></p></body></html>\n"

// benchMessage returns a message of text and HTML, the latter in a transfer
// encoding.
func benchMessage(encoding string) string {
	body := benchHTML
	switch encoding {
	case "quoted-printable":
		var b strings.Builder
		w := quotedprintable.NewWriter(&b)
		_, _ = io.WriteString(w, body)
		_ = w.Close()
		body = strings.ReplaceAll(b.String(), "\r\n", "\n")
	case "base64":
		coded := base64.StdEncoding.EncodeToString([]byte(body))
		body = ""
		for ; len(coded) > 76; coded = coded[76:] {
			body += coded[:76] + "\n"
		}
		body += coded + "\n"
	}
	return "From: a@example.org\nTo: b@example.org\nSubject: x\nDate: Thu, 1 Feb 2024 00:00:00 +0000\nMessage-ID: <1@example.org>\n" +
		"MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=\"=_1\"\n\n" +
		"--=_1\nContent-Type: text/plain; charset=us-ascii\n\n" + strings.Repeat("A line of plain text.\n", 80) +
		"\n--=_1\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: " + encoding + "\n\n" + body + "\n--=_1--\n"
}

// BenchmarkMessage rewrites messages, one for each transfer encoding.
func BenchmarkMessage(b *testing.B) {
	rw, err := engine.New(engine.Options{Type: detect.Message, Base: corpusBase, Also: allGroups})
	require.NoError(b, err)
	for _, encoding := range []string{"7bit", "quoted-printable", "base64"} {
		b.Run(encoding, func(b *testing.B) {
			src := []byte(benchMessage(encoding))
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				plan := rw.Plan(src)
				require.NotEmpty(b, plan.Edits())
				_, err := plan.WriteTo(io.Discard)
				require.NoError(b, err)
			}
		})
	}
}

// BenchmarkMailbox copies a generated mailbox, and those of the corpus if it is
// set.
func BenchmarkMailbox(b *testing.B) {
	var made bytes.Buffer
	for i := range 400 {
		encoding := []string{"7bit", "quoted-printable", "base64"}[i%3]
		fmt.Fprintf(&made, "From list@example.org Thu Feb  1 00:00:%02d 2024\n%s\n", i%60, benchMessage(encoding))
	}
	boxes := map[string][]byte{"generated": made.Bytes()}
	if os.Getenv(corpus.Variable) == "" {
		b.Log(corpus.Variable + " is not set: no mailboxes of the corpus")
	} else {
		for _, f := range corpus.Files(b, "mail", "pipermail") {
			boxes[path.Base(f.Name)] = f.Data
		}
	}
	rw, err := engine.New(engine.Options{Type: detect.Mbox, Base: corpusBase, Also: allGroups})
	require.NoError(b, err)
	for _, name := range slices.Sorted(maps.Keys(boxes)) {
		b.Run(name, func(b *testing.B) {
			box := boxes[name]
			b.SetBytes(int64(len(box)))
			b.ReportAllocs()
			for b.Loop() {
				_, err := rw.Copy(context.Background(), io.Discard, bytes.NewReader(box), nil)
				require.NoError(b, err)
			}
		})
	}
}
