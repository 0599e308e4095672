package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPicture compares the picture of the README with what the command makes of a message. With
// -update it writes the picture.
func TestPicture(t *testing.T) {
	const message, picture = "../../testdata/walks.eml", "../../docs/picture.svg"
	after := filepath.Join(t.TempDir(), "after.eml")
	require.NoError(t, os.WriteFile(after, stdoutOf(t, "abs", message), 0o600))
	var d drawing
	d.panel(t, "Before: links that work on their site only", message, "old")
	d.panel(t, "After hrefix abs: links that work everywhere", after, "new")
	got := d.finish()
	if *update {
		require.NoError(t, os.WriteFile(picture, got, 0o644))
		return
	}
	want, err := os.ReadFile(picture)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got), "go test -run TestPicture ./cmd/hrefix -update")
}

// stdoutOf runs the command, and returns what it prints.
func stdoutOf(t *testing.T, args ...string) []byte {
	var stdout, stderr bytes.Buffer
	require.Equal(t, exitOK, run(args, strings.NewReader(""), &stdout, &stderr), "%s", &stderr)
	return stdout.Bytes()
}

// A markedURL is a URL in a message, and how it is shown.
type markedURL struct {
	start, end int
	class      string
}

// marksOf returns the base of a message, and its links by the list of the command. The links have a class.
func marksOf(t *testing.T, path, text, class string) (marks []markedURL) {
	var link struct {
		Offset    int
		Ref, Base string
	}
	for line := range bytes.Lines(stdoutOf(t, "links", "--json", path)) {
		require.NoError(t, json.Unmarshal(line, &link))
		end := link.Offset + len(link.Ref)
		require.Equal(t, link.Ref, text[link.Offset:end])
		marks = append(marks, markedURL{link.Offset, end, class})
	}
	require.Len(t, marks, 3)
	base := strings.Index(text, link.Base)
	return append([]markedURL{{base, base + len(link.Base), "base"}}, marks...)
}

// A drawing is an SVG image of panels, one below the other, for light and dark screens.
type drawing struct {
	body bytes.Buffer
	y    int
}

// The sizes of a drawing in pixels. It is narrow, so that it can be read on a phone.
const (
	drawingWidth = 440
	lineHeight   = 20
	charWidth    = 8.4
	margin       = 12
)

// panel adds a panel with a message, whose links and whose base are marked.
func (d *drawing) panel(t *testing.T, title, path, class string) {
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	text := string(data)
	marks := marksOf(t, path, text, class)
	height := strings.Count(text, "\n")*lineHeight + 2*margin
	fmt.Fprintf(&d.body, "<text class=\"title\" x=\"2\" y=\"%d\">%s</text>\n", d.y+16, html.EscapeString(title))
	fmt.Fprintf(&d.body, "<rect class=\"panel\" x=\"1\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\"/>\n", d.y+25, drawingWidth-2, height)
	y, at := d.y+25+margin, 0
	for line := range strings.Lines(text) {
		var spans strings.Builder
		from, end := at, at+len(line)-1 // without its line feed
		for ; len(marks) > 0 && marks[0].start < end; marks = marks[1:] {
			m := marks[0]
			x, width := margin+charWidth*float64(m.start-at), charWidth*float64(m.end-m.start)
			fmt.Fprintf(&d.body, "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"3\"/>\n", m.class, x-1, y+1, width+2, lineHeight-2)
			fmt.Fprintf(&spans, "%s<tspan class=\"%s\">%s</tspan>", html.EscapeString(text[from:m.start]), m.class, html.EscapeString(text[m.start:m.end]))
			from = m.end
		}
		spans.WriteString(html.EscapeString(text[from:end]))
		width := charWidth * float64(end-at)
		require.Less(t, width, float64(drawingWidth-2*margin), "%s", line)
		if width > 0 {
			fmt.Fprintf(&d.body, "<text x=\"%d\" y=\"%d\" textLength=\"%.1f\">%s</text>\n", margin, y+15, width, &spans)
		}
		y, at = y+lineHeight, end+1
	}
	d.y += 25 + height + margin
}

// finish returns the image.
func (d *drawing) finish() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %[1]d %[2]d\" role=\"img\">\n", drawingWidth, d.y-margin+1)
	b.WriteString(`<title>A message before and after hrefix abs</title>
<style>
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1f2328; white-space: pre }
.title { font: 600 14px -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #59636e }
rect.panel { fill: #f6f8fa; stroke: #d1d9e0 }
rect.old { fill: #ffd7d5 }
rect.new { fill: #aceebb }
rect.base { fill: #ddf4ff }
tspan.old { fill: #82061e }
tspan.new { fill: #044f1e }
tspan.base { fill: #0550ae }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc }
.title { fill: #9198a1 }
rect.panel { fill: #151b23; stroke: #3d444d }
rect.old { fill: #67060c }
rect.new { fill: #04461f }
rect.base { fill: #0c2d6b }
tspan.old { fill: #ffdcd7 }
tspan.new { fill: #aff5b4 }
tspan.base { fill: #a5d6ff }
}
</style>
`)
	b.Write(d.body.Bytes())
	b.WriteString("</svg>\n")
	return b.Bytes()
}
