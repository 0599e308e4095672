package pin

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/resolve"
)

const url = "http://h/?a&\"é"

// pinned returns text with the URL written at a spot, or the reason why it cannot be.
func pinned(t *testing.T, text string, at Spot) string {
	if at.Reason != none {
		return at.Reason.Text
	}
	e, ok := at.Edit(url)
	require.True(t, ok)
	out, err := edit.Apply([]byte(text), []edit.Edit{e})
	require.NoError(t, err)
	return string(out)
}

func TestHTML(t *testing.T) {
	const tag = `<base href="http://h/?a&amp;&quot;&#233;">`
	for _, row := range []struct{ text, want string }{
		{"<a href=x>", tag + "<a href=x>"},
		{"<!DOCTYPE html> <head><a href=x>", "<!DOCTYPE html> <head>" + tag + "<a href=x>"},
		{"<head><title>x</title><link href=x>", "<head>" + tag + "<title>x</title><link href=x>"},
		{"<head><meta charset=utf-8><link href=x>", "<head><meta charset=utf-8>" + tag + "<link href=x>"},
		{"<head><link href=x><meta charset=utf-8>", "<head>" + tag + "<link href=x><meta charset=utf-8>"},
		{" text", " " + tag + "text"},
		{"", "it has no content"},
	} {
		require.Equal(t, row.want, pinned(t, row.text, HTML([]byte(row.text))), row.text)
	}
}

func TestXML(t *testing.T) {
	const xhtml, attr = `<html xmlns="http://www.w3.org/1999/xhtml">`, ` xml:base="http://h/?a&amp;&quot;&#233;"`
	for _, row := range []struct {
		text, want string
		sheet, doc bool
	}{
		{"<r a='b'/>", "<r" + attr + " a='b'/>", false, false},
		{xhtml + "<head></head></html>", xhtml + `<head><base href="http://h/?a&amp;&quot;&#233;"/></head></html>`, false, false},
		{xhtml + "<body/></html>", "it has no head element that BASE could go to", false, false},
		{xhtml + "<head></head></html>", "BASE would not apply to the linked style sheet", true, false},
		{"<r/>", "xml:base would not apply to the linked style sheet", true, false},
		{"<r/>", "xml:base would not apply to the document in a srcdoc attribute", false, true},
		{"<r/><r/>", "it has more than one root element", false, false},
		{"<!-- -->", "it has no root element", false, false},
	} {
		text := []byte(row.text)
		at := XML(Document{Text: text, Base: base.NewContext(resolve.RFC1808).Establish(), LinksSheet: row.sheet, HasSrcdocs: row.doc})
		require.Equal(t, row.want, pinned(t, row.text, at), row.text)
	}
}

func TestRoot(t *testing.T) {
	text := []byte(`<svg xmlns="http://www.w3.org/2000/svg" xml:base="http://h/"/>`)
	at := XML(Document{Text: text, Base: base.NewContext(resolve.RFC1808).Establish()})
	require.Equal(t, Root{End: len(text), NameEnd: len("<svg"), HasBase: true, Ignored: true}, at.Root)
	require.NotEqual(t, none, at.Reason)
}
