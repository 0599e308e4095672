package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
)

// TestDetect checks which rule finds the type of a file. Rule "" is for files that are no
// documents, and "guess" for those that are documents only if they are named.
func TestDetect(t *testing.T) {
	for _, c := range []struct {
		name, head string
		want       engine.Type
		rule       engine.Rule
	}{
		{"a.html", "text", engine.HTML, engine.RuleExtension},
		{"s.css?v=1", "a{}", engine.CSS, engine.RuleQuery},
		{"s.css?1.2", "a{}", engine.CSS, engine.RuleQuery},
		{"s.css?v1.2.30", "a{}", engine.CSS, engine.RuleQuery},
		{"style.css@v=1", "a{}", engine.CSS, engine.RuleQuery},
		{"index.html?x=1", "text", engine.HTML, engine.RuleQuery},
		{"What?.html", "text", engine.HTML, engine.RuleExtension},
		{"view?id=3", "<h1>x</h1>", engine.HTML, engine.RuleTag},
		{"view", "<h1>x</h1>", engine.HTML, engine.RuleTag},
		{"view", "<!-- x --><h1>x</h1>", engine.HTML, engine.RuleTag},
		{"view", "\ufeff <!-- x -->\nSome text <a href=x>", engine.HTML, engine.RuleComment},
		{"view", "<!-- x -->\nSome text a < b <a href=x>", engine.HTML, engine.RuleGuess},
		{"view", "<!-- x --> int x = 1; <p>", engine.HTML, engine.RuleGuess},
		{"view", "<!-- x --><fontconfig><p>", engine.HTML, engine.RuleGuess},
		{"view", "<!-- x -->\n# Title\n<p align=center>", engine.HTML, engine.RuleGuess},
		{"view", "<!-- x -->" + strings.Repeat("text ", 400) + "<p>", engine.HTML, engine.RuleGuess},
		{"view", "<!-- x --", engine.HTML, engine.RuleGuess},
		{"view.vue", "<!-- x --> text <p>", engine.HTML, engine.RuleGuess},
		{"view.md", "<!-- x --> text <p>", engine.Other, ""},
		{"view.cpp", "<!-- x --> text <p>", engine.Other, ""},
		{"view", "<!DOCTYPE html>", engine.HTML, engine.RulePage},
		{"view", "<?xml version='1.0'?><a/>", engine.XML, engine.RuleXML},
		{"view", "Subject: x\n\ntext", engine.Message, engine.RuleHeader},
		{"view", "From a Mon Jan  1 00:00:00 2024\nTo: x\n\n", engine.Mbox, engine.RuleMailbox},
		{"view.php", "Text <p>", engine.HTML, engine.RuleText},
		{"view", "text", engine.HTML, engine.RuleGuess},
		{"css?family=A", "/* latin */\n@font-face {\n", engine.CSS, engine.RuleStyleSheet},
		{"css", "@font-face{", engine.CSS, engine.RuleStyleSheet},
		{"css", "@import url(x);", engine.CSS, engine.RuleStyleSheet},
		{"css", "@IMPORT \"x\";", engine.CSS, engine.RuleStyleSheet},
		{"css", "@charset \"utf-8\";", engine.CSS, engine.RuleStyleSheet},
		{"css", "@font-facets {", engine.HTML, engine.RuleGuess},
		{"css", "@import Foundation;", engine.HTML, engine.RuleGuess},
		{"css", "/* @font-face {", engine.HTML, engine.RuleGuess},
		{"s.less", "@import \"x\";", engine.HTML, engine.RuleGuess},
		{"de.msg", "# created by tools\nnamespace eval ::msgs {", engine.HTML, engine.RuleGuess},
		{"a.msg", "Date: x\nFrom: y\n\n", engine.Message, engine.RuleExtension},
		{"a.msg", "", engine.Message, engine.RuleExtension},
		{"copyright", "Format: x\nX-Source: y\n\n", engine.HTML, engine.RuleGuess},
		{"changelog", "Author: x\nDate: y\n\n    text\n", engine.HTML, engine.RuleGuess},
		{"a", "Date: x\nX-Mailer: y\n\n", engine.Message, engine.RuleHeader},
		{"a.db", "<div element=a>", engine.Other, ""},
		{"a.html", "\x89PNG\r\n\x1a\n", engine.Other, ""},
	} {
		d := engine.Detect("", c.name, []byte(c.head))
		require.Equal(t, c.want, d.Type, "%q %.40q", c.name, c.head)
		require.Equal(t, c.rule, d.Rule, "%q %.40q", c.name, c.head)
		require.Equal(t, c.rule != "" && c.rule != engine.RuleGuess, d.Known, "%q %.40q", c.name, c.head)
		typ, known := engine.DetectType(c.name, []byte(c.head))
		require.Equal(t, d.Type, typ)
		require.Equal(t, d.Known, known)
	}
}
