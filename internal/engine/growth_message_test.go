package engine_test

import (
	"encoding/base64"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// messagePrefix is that of the names of messageShapes.
const messagePrefix = "message: "

// messageShapes are messages of about n bytes that take more than linear time,
// or much memory, if read naively.
func messageShapes(n int) map[string]string {
	fill := func(s string) string { return strings.Repeat(s, n/len(s)) }
	const end = "Content-Type: text/html\n\n<a href=x>\n"
	const html = "Content-Type: text/html\n"
	const qp = html + "Content-Transfer-Encoding: quoted-printable\n\n"
	const b64 = html + "Content-Transfer-Encoding: base64\n\n"
	const checked = html + "Content-Length: 10\nContent-MD5: ftSENetKj9pPBW/r3s8DKQ==\n\n<a href=x>\n"
	const parts = "Content-Type: multipart/mixed; boundary=x\n\n"
	letters := fill(strings.Repeat("QUFB", 19) + "\n")
	all := map[string]string{
		"nested multiparts":      nestedMultiparts(n/66) + end,
		"nested messages":        fill("Content-Type: message/rfc822\n\n") + end,
		"nested, encoded":        strings.Repeat("Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n", 12) + qp + fill("<a href=3Dx>=\n"),
		"empty parts":            parts + fill("--x\n") + "--x\n" + end + "--x--\n",
		"parts":                  parts + fill("--x\n"+end) + "--x--\n",
		"parts, corrected":       parts + fill("--x\n"+checked) + "--x--\n",
		"same boundary":          fill("Content-Type: multipart/mixed; boundary=x\n\n--x\n") + end,
		"long boundary":          "Content-Type: multipart/mixed; boundary=" + fill("b") + "\n\n--" + fill("b") + "\n" + end,
		"almost delimiters":      "Content-Type: multipart/mixed; boundary=" + strings.Repeat("b", 2048) + "\n\n" + fill("--"+strings.Repeat("b", 2047)+"\n"),
		"long field":             "Subject: " + fill("x") + "\n" + end,
		"folded field":           "Subject: " + fill("x\n ") + "\n" + end,
		"long location":          "Content-Location: " + fill("x\n ") + "\n" + end,
		"fields":                 fill("A: b\n") + end,
		"no fields":              "A: b\n" + fill("nonsense\n") + end,
		"types":                  fill("Content-Type: text/html\n") + end,
		"locations":              fill("Content-Location: x\n") + end,
		"long base, many parts":  "Content-Base: http://h/" + strings.Repeat("d", n/2) + "/\n" + parts + strings.Repeat("--x\nContent-Base: y/\n"+end, n/100) + "--x--\n",
		"signed":                 "DKIM-Signature: h=" + fill("to:\n ") + "\nBase: <URL:http://h/>\nLink: " + fill("<a>,\n ") + "\n" + end,
		"signed, fields":         "DKIM-Signature: h=" + fill("q:\n ") + "\nLink: <a>\n" + strings.Repeat("A: b\n", n/20) + "q: x\n" + end,
		"parameters":             "Content-Type: text/html" + fill("; a=b") + "\n\n<a href=x>",
		"RFC 2231":               "Content-Type: multipart/mixed" + continuations(min(999, n/20)) + "\n\n" + fill("--b\n"),
		"RFC 2231, too many":     "Content-Type: multipart/mixed" + continuations(n/20) + "\n\n" + fill("--b\n"),
		"comments":               "Content-Type: text/html" + fill(" (") + "\n\n<a href=x>",
		"quoted-printable":       qp + fill("<a href=3Dx>=\n"),
		"quoted-printable, long": qp + fill("<a href=3Dx>"),
		"equals signs":           qp + fill("=") + "<a href=3Dx>",
		"soft breaks":            qp + fill("=\n") + "<a href=3Dx>" + fill("=\n"),
		"blanks":                 qp + "<a href=3Dx>" + fill(" ") + "<a href=3Dx>",
		"base64, one letter":     b64 + letters,
		"base64, link first":     b64 + "PGEgaHJlZj14Pgo8\n" + letters,
		"base64, link last":      b64 + letters + "PGEgaHJlZj14Pg==\n",
		"base64, links":          b64 + wrapped(fill("<a href=x>"), 76),
		"base64, one line":       b64 + base64.StdEncoding.EncodeToString([]byte(fill("<a href=x>"))),
		"base64, garbage":        b64 + letters + fill("*") + letters,
		"UTF-16":                 "Content-Type: text/html; charset=utf-16be\n\n" + fill("\x00<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00x\x00>"),
		"ISO-2022-JP":            "Content-Type: text/html; charset=iso-2022-jp\n\n" + fill("\x1b$B<+\x1b(B<a href=x>"),
		"escapes":                html + "\n" + fill("\x1b$B\x1b") + "<a href=x>",
	}
	named := make(map[string]string, len(all))
	for name, src := range all {
		named[messagePrefix+name] = src
	}
	return named
}

func nestedMultiparts(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=%d\n\n--%d\n", i, i)
	}
	return b.String()
}

// continuations returns the pieces of a boundary (RFC 2231 section 3), n of
// them, in no order.
func continuations(n int) string {
	var b strings.Builder
	for _, i := range rand.New(rand.NewSource(1)).Perm(n) {
		fmt.Fprintf(&b, "; boundary*%d=b", i)
	}
	return b.String()
}

// TestHostile looks at what becomes of the shapes that are about limits: what
// is beyond one passes through and is noted.
func TestHostile(t *testing.T) {
	small, large := messageShapes(600_000), messageShapes(1_200_000)
	for name, c := range map[string]struct {
		shapes map[string]string
		note   string
		edits  int
	}{
		"nested multiparts":  {small, "limit: nested too deep", 0},
		"nested messages":    {small, "limit: nested too deep", 0},
		"nested, encoded":    {small, "limit: encoded messages nested too deep", 0},
		"empty parts":        {small, "limit: too many entities", 0},
		"parts":              {small, "limit: too many entities", 9_999},
		"same boundary":      {small, "limit: nested too deep", 0},
		"long boundary":      {small, "limit: boundary too long", 0},
		"long field":         {large, "limit: header too long", 0},
		"folded field":       {large, "limit: header too long", 0},
		"fields":             {small, "limit: too many header fields", 0},
		"parameters":         {small, "limit: too many parameters", 0},
		"RFC 2231, too many": {small, "limit: too many parameters", 0},
		"base64, garbage":    {small, "base64: bytes outside of the alphabet", 0},
		"base64, one letter": {small, "", 0},
		"base64, link first": {small, "", 1},
		"base64, link last":  {small, "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			r := promise.Check(t, []byte(c.shapes[messagePrefix+name]), engine.Options{Type: detect.Message, Base: pageURL})
			require.Len(t, r.Plan.Edits(), c.edits)
			var notes []string
			for _, n := range r.Plan.Notes {
				notes = append(notes, n.Text)
			}
			if c.note == "" {
				require.Empty(t, notes)
			} else {
				require.Contains(t, notes, c.note)
			}
		})
	}
}
