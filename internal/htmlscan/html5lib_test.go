package htmlscan_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// A tokenTest is a case of the html5lib tokenizer suite.
type tokenTest struct {
	Description   string
	Input         string
	Output        [][]any
	InitialStates []string
	LastStartTag  string
	DoubleEscaped bool
}

// A tagFact describes a tag, or another token that is not text, in the form of the suite.
type tagFact struct {
	Kind  string
	Name  string
	Attrs map[string]string
	Self  bool
}

// notApplicable are cases of the suite that cannot be written as UTF-8, with the reason. An
// entry that does not occur, or whose case could run, fails the test.
var notApplicable = map[string]string{
	"unicodeCharsProblematic.test 0": "a lone surrogate",
	"unicodeCharsProblematic.test 1": "a lone surrogate",
	"unicodeCharsProblematic.test 2": "a lone surrogate",
	"unicodeCharsProblematic.test 3": "a lone surrogate",
}

func TestHTML5LibTokenizer(t *testing.T) {
	ran, cases, left := 0, 0, maps.Clone(notApplicable)
	for _, f := range corpus.Files(t, "html", "html5lib-tests", "tokenizer") {
		if path.Ext(f.Name) != ".test" {
			continue
		}
		var suite struct{ Tests, XMLViolationTests []tokenTest }
		require.NoError(t, json.Unmarshal(f.Data, &suite))
		for i, c := range append(suite.Tests, suite.XMLViolationTests...) {
			cases++
			if len(c.InitialStates) == 0 {
				c.InitialStates = []string{"Data state"}
			}
			if c.DoubleEscaped && !c.unescape() {
				id := fmt.Sprint(path.Base(f.Name), " ", i)
				require.Contains(t, left, id)
				delete(left, id)
				continue
			}
			for _, state := range c.InitialStates {
				ran++
				require.Equal(t, c.want(), c.got(t, state), "%s %d (%s): %q", path.Base(f.Name), i, state, c.Input)
			}
		}
	}
	require.Empty(t, left, "listed as not applicable, but not met")
	t.Logf("%d cases, %d of them not applicable, in %d initial states", cases, len(notApplicable), ran)
	require.Equal(t, 6810, cases)
}

// want returns the facts that the suite expects.
func (c *tokenTest) want() []tagFact {
	facts := []tagFact{}
	for _, o := range c.Output {
		f := tagFact{Kind: o[0].(string)}
		switch f.Kind {
		case "Character":
			continue
		case "StartTag":
			f.Name, f.Attrs = o[1].(string), map[string]string{}
			for k, v := range o[2].(map[string]any) {
				f.Attrs[k] = v.(string)
			}
			f.Self = len(o) > 3 && o[3].(bool)
		case "EndTag":
			f.Name = o[1].(string)
		}
		facts = append(facts, f)
	}
	return facts
}

// got returns the facts that the scanner finds.
func (c *tokenTest) got(t *testing.T, state string) []tagFact {
	text := c.Input
	var s *htmlscan.Scanner
	if state == "CDATA section state" {
		text = "<svg><![CDATA[" + text
		s = htmlscan.New([]byte(text))
		s.Next()
	} else {
		s = htmlscan.New([]byte(text))
		require.True(t, s.StartIn(state, c.LastStartTag), state)
	}
	facts := []tagFact{}
	for tok := s.Next(); tok.Kind != htmlscan.EOF; tok = s.Next() {
		f := tagFact{Name: tagName(text[tok.Name.Start:tok.Name.End])}
		switch tok.Kind {
		case htmlscan.StartTag:
			f.Kind, f.Attrs, f.Self = "StartTag", attrMap(text, tok), tok.SelfClosing
		case htmlscan.EndTag:
			f.Kind = "EndTag"
		case htmlscan.Doctype:
			f.Kind = "DOCTYPE"
		case htmlscan.Comment:
			f.Kind = "Comment"
		}
		if f.Kind != "" && text[tok.Start:tok.End] != "</>" {
			facts = append(facts, f)
		}
	}
	return facts
}

// unescape decodes the escapes of a doubleEscaped test. It reports false if they contain a
// lone surrogate.
func (c *tokenTest) unescape() bool {
	var ok bool
	if c.Input, ok = unescape(c.Input); !ok {
		return false
	}
	for _, o := range c.Output {
		for i := range o {
			switch v := o[i].(type) {
			case string:
				if o[i], ok = unescape(v); !ok {
					return false
				}
			case map[string]any:
				plain := map[string]any{}
				for k, w := range v {
					k, ok1 := unescape(k)
					w, ok2 := unescape(w.(string))
					if !ok1 || !ok2 {
						return false
					}
					plain[k] = w
				}
				o[i] = plain
			}
		}
	}
	return true
}

func unescape(s string) (string, bool) {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(s, `\u`)
		b.WriteString(before)
		if !found {
			return b.String(), true
		}
		n, err := strconv.ParseUint(after[:4], 16, 32)
		if err != nil || 0xD800 <= n && n < 0xE000 {
			return "", false
		}
		b.WriteRune(rune(n))
		s = after[4:]
	}
}

// tagName returns a name as the tokenizer of the standard emits it.
func tagName(s string) string {
	lower := func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	return strings.ReplaceAll(strings.Map(lower, s), "\x00", "\uFFFD")
}

// attrMap returns the decoded attributes of a tag. Of each name the first counts.
func attrMap(text string, tok *htmlscan.Token) map[string]string {
	m := map[string]string{}
	for _, a := range tok.Attrs {
		name := tagName(text[a.Name.Start:a.Name.End])
		if _, again := m[name]; !again {
			m[name] = decode(text[a.Value.Start:a.Value.End])
		}
	}
	return m
}

// decode decodes an attribute value.
func decode(s string) string {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "\uFFFD").Replace(s)
	if !strings.Contains(s, "&") {
		return s
	}
	z := html.NewTokenizer(strings.NewReader(`<a v="` + strings.ReplaceAll(s, `"`, "&quot;") + `">`))
	z.Next()
	_, v, _ := z.TagAttr()
	return string(v)
}
