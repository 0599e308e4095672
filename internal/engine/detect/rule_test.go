package detect_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine/detect"
)

// TestDetect checks which rule finds the type of a file. Rule "" is for files that are no
// documents, and "guess" for those that are documents only if they are named.
func TestDetect(t *testing.T) {
	for _, c := range []struct {
		name, head string
		want       detect.Type
		rule       detect.Rule
	}{
		{"a.html", "text", detect.HTML, detect.RuleExtension},
		{"a.qhp", "<x/>", detect.XML, detect.RuleExtension},
		{"a.devhelp2", "<x/>", detect.XML, detect.RuleExtension},
		{"a.jhm", "<x/>", detect.XML, detect.RuleExtension},
		{"a.enex", "<x/>", detect.XML, detect.RuleExtension},
		{"a.xspf", "<x/>", detect.XML, detect.RuleExtension},
		{"a.xsl", "<x/>", detect.XML, detect.RuleExtension},
		{"a.xslt", "<x/>", detect.XML, detect.RuleExtension},
		{"a.hhc", "<x/>", detect.HTML, detect.RuleExtension},
		{"a.hhk", "<x/>", detect.HTML, detect.RuleExtension},
		{"a.hs", "<?xml version='1.0'?><helpset/>", detect.XML, detect.RuleXML},
		{"a.hs", "module A where", detect.Other, ""},
		{"s.css?v=1", "a{}", detect.CSS, detect.RuleQuery},
		{"s.css?1.2", "a{}", detect.CSS, detect.RuleQuery},
		{"s.css?v1.2.30", "a{}", detect.CSS, detect.RuleQuery},
		{"style.css@v=1", "a{}", detect.CSS, detect.RuleQuery},
		{"index.html?x=1", "text", detect.HTML, detect.RuleQuery},
		{"What?.html", "text", detect.HTML, detect.RuleExtension},
		{"view?id=3", "<h1>x</h1>", detect.HTML, detect.RuleTag},
		{"view", "<h1>x</h1>", detect.HTML, detect.RuleTag},
		{"view", "<!-- x --><h1>x</h1>", detect.HTML, detect.RuleTag},
		{"view", "\ufeff <!-- x -->\nSome text <a href=x>", detect.HTML, detect.RuleComment},
		{"view", "<!-- x -->\nSome text a < b <a href=x>", detect.HTML, detect.RuleGuess},
		{"view", "<!-- x --> int x = 1; <p>", detect.HTML, detect.RuleGuess},
		{"view", "<!-- x --><fontconfig><p>", detect.HTML, detect.RuleGuess},
		{"view", "<!-- x -->\n# Title\n<p align=center>", detect.HTML, detect.RuleGuess},
		{"view", "<!-- x -->" + strings.Repeat("text ", 400) + "<p>", detect.HTML, detect.RuleGuess},
		{"view", "<!-- x --", detect.HTML, detect.RuleGuess},
		{"view.vue", "<!-- x --> text <p>", detect.HTML, detect.RuleGuess},
		{"view.md", "<!-- x --> text <p>", detect.Other, ""},
		{"view.cpp", "<!-- x --> text <p>", detect.Other, ""},
		{"view", "<!DOCTYPE html>", detect.HTML, detect.RulePage},
		{"view", "<?xml version='1.0'?><a/>", detect.XML, detect.RuleXML},
		{"view", "Subject: x\n\ntext", detect.Message, detect.RuleHeader},
		{"view", "From a Mon Jan  1 00:00:00 2024\nTo: x\n\n", detect.Mbox, detect.RuleMailbox},
		{"view.php", "Text <p>", detect.HTML, detect.RuleText},
		{"view", "text", detect.HTML, detect.RuleGuess},
		{"css?family=A", "/* latin */\n@font-face {\n", detect.CSS, detect.RuleStyleSheet},
		{"css", "@font-face{", detect.CSS, detect.RuleStyleSheet},
		{"css", "@import url(x);", detect.CSS, detect.RuleStyleSheet},
		{"css", "@IMPORT \"x\";", detect.CSS, detect.RuleStyleSheet},
		{"css", "@charset \"utf-8\";", detect.CSS, detect.RuleStyleSheet},
		{"css", "@font-facets {", detect.HTML, detect.RuleGuess},
		{"css", "@import Foundation;", detect.HTML, detect.RuleGuess},
		{"css", "/* @font-face {", detect.HTML, detect.RuleGuess},
		{"s.less", "@import \"x\";", detect.HTML, detect.RuleGuess},
		{"de.msg", "# created by tools\nnamespace eval ::msgs {", detect.HTML, detect.RuleGuess},
		{"a.msg", "Date: x\nFrom: y\n\n", detect.Message, detect.RuleExtension},
		{"a.msg", "", detect.Message, detect.RuleExtension},
		{"copyright", "Format: x\nX-Source: y\n\n", detect.HTML, detect.RuleGuess},
		{"changelog", "Author: x\nDate: y\n\n    text\n", detect.HTML, detect.RuleGuess},
		{"a", "Date: x\nX-Mailer: y\n\n", detect.Message, detect.RuleHeader},
		{"a.db", "<div element=a>", detect.Other, ""},
		{"a.html", "\x89PNG\r\n\x1a\n", detect.Other, ""},
	} {
		d := detect.Of("", c.name, []byte(c.head))
		require.Equal(t, c.want, d.Type, "%q %.40q", c.name, c.head)
		require.Equal(t, c.rule, d.Rule, "%q %.40q", c.name, c.head)
		require.Equal(t, c.rule != "" && c.rule != detect.RuleGuess, d.Known, "%q %.40q", c.name, c.head)
		typ, known := detect.TypeOf(c.name, []byte(c.head))
		require.Equal(t, d.Type, typ)
		require.Equal(t, d.Known, known)
	}
}
