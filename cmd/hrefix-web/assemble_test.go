package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/webpage"
)

// element returns the content of the element of the page that begins with start.
func element(t testing.TB, page []byte, start, name string) string {
	require.Equal(t, 1, strings.Count(string(page), start), start)
	_, rest, _ := strings.Cut(string(page), start)
	content, _, ok := strings.Cut(rest, "</"+name+">")
	require.True(t, ok)
	return content
}

// TestAssemble checks that the page has the program, and a policy with the hashes of its own style sheet and
// script.
func TestAssemble(t *testing.T) {
	program := bytes.Repeat([]byte("\x00asm{{style}}"), 1000)
	page, err := assemble(program, []byte("// support {{script}}\n"))
	require.NoError(t, err)
	again, err := assemble(program, []byte("// support {{script}}\n"))
	require.NoError(t, err)
	require.Equal(t, page, again)

	packed, err := base64.StdEncoding.DecodeString(element(t, page, `<script type="text/plain" id="engine">`, "script"))
	require.NoError(t, err)
	r, err := gzip.NewReader(bytes.NewReader(packed))
	require.NoError(t, err)
	unpacked, err := io.ReadAll(r)
	require.NoError(t, err)
	require.Equal(t, program, unpacked)
	require.Contains(t, element(t, page, `<script type="text/plain" id="worker-source">`, "script"), "// support {{script}}\n")

	style, script := element(t, page, "<style>", "style"), element(t, page, "<script>", "script")
	require.Contains(t, string(page), `content="`+policy(style, script)+`"`)
	require.Contains(t, policy(style, script), "connect-src 'none'")
}

// TestAssembleForeign checks that a script of Go that would end its element is an error.
func TestAssembleForeign(t *testing.T) {
	for _, text := range []string{"x</SCRIPT>", "'<!--'", "<script"} {
		_, err := assemble(nil, []byte(text))
		require.Error(t, err, text)
	}
}

// outside matches what the hand-written parts must not have: handlers and styles in attributes, and
// references to other files.
var outside = regexp.MustCompile(`(?i)\s(on[a-z]+|style|src|srcset|action|formaction|ping|background)=|<(link|iframe|img|object|embed|base)\b|innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|:\s*url\(|@import`)

// TestParts checks that the parts load nothing, and make no markup of text.
func TestParts(t *testing.T) {
	require.Empty(t, outside.FindString(webpage.Elements))
	for _, name := range append(append([]string{"page.html", "page.css"}, pageScripts...), workerScripts...) {
		text := strings.ReplaceAll(read(name), "<base href=\\\"", "")
		if name == "example.js" { // it has a document in a string
			text = regexp.MustCompile("(?s)`.*?`").ReplaceAllString(text, "")
		}
		require.Empty(t, outside.FindString(text), name)
	}
}

var (
	comment    = regexp.MustCompile(`(?m)(^|\s)//.*$`)
	literal    = regexp.MustCompile(`"[^"\n]*"`)
	declared   = regexp.MustCompile(`(?m)^(?:async )?(?:function|class|const|let) (\w+)`)
	identifier = regexp.MustCompile(`(?:^|\.\.\.|[^.\w$-])([A-Za-z]\w*)(:?)`)
)

// TestOrder checks that no script of the page uses what a later one declares, nor its name for something else.
func TestOrder(t *testing.T) {
	scripts, declaredIn := make(map[string]string), make(map[string]int)
	for i, name := range pageScripts {
		scripts[name] = literal.ReplaceAllString(comment.ReplaceAllString(read(name), ""), `""`)
		for _, match := range declared.FindAllStringSubmatch(scripts[name], -1) {
			require.NotContains(t, declaredIn, match[1], "%s: declared twice", name)
			declaredIn[match[1]] = i
		}
	}
	require.Greater(t, len(declaredIn), 70)
	for i, name := range pageScripts {
		for _, match := range identifier.FindAllStringSubmatch(scripts[name], -1) {
			isKey := match[2] != "" // of an object
			if at, ok := declaredIn[match[1]]; ok && at > i && !isKey {
				t.Errorf("%s uses %s, which %s declares", name, match[1], pageScripts[at])
			}
		}
	}
}
