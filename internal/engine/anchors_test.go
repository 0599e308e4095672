package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// anchorsOf returns the anchors of src: ids as "#id", names as "name", and names that match in
// any case as "name/i".
func anchorsOf(t *testing.T, typ detect.Type, src string) (all []string) {
	t.Helper()
	rw, err := engine.New(engine.Options{Type: typ})
	require.NoError(t, err)
	rw.VisitAnchors(engine.Piece{Source: []byte(src)}, func(a *engine.Anchor) {
		name := string(a.Name)
		if a.ID {
			name = "#" + name
		}
		if a.AnyCase {
			name += "/i"
		}
		if a.Part != "" {
			name = a.Part + ":" + name
		}
		all = append(all, name)
	})
	return all
}

// TestAnchors compares the anchors of documents with what Chromium scrolls to.
func TestAnchors(t *testing.T) {
	const std = "<!DOCTYPE html><meta charset=utf-8>"
	for _, c := range []struct {
		typ  detect.Type
		src  string
		want string
	}{
		{detect.HTML, std + `<p id=p1><a name=n1>x</a><p id="a b"><p id="caf&eacute;"><p id="%41">`, "#p1 n1 #a b #café #%41"},
		{detect.HTML, std + `<template><p id=t></template><noscript><p id=n></noscript><td id=d>x</td><tr id=r>`, ""},
		{detect.HTML, std + `<svg><g id=g></g><a name=a></a><use xml:id=x /></svg><img name=i><map name=m></map><div name=d>`, "#g"},
		{detect.HTML, std + `<p ID=up id=second><p id=" sp"><p id="d&#10;e"><p id=""><a name=""></a><a id name>`, "#up # sp #d\ne"},
		{detect.HTML, std + `<body id=b1><html id=late><body id=b2><html id=later>`, "#b1 #late"},
		{detect.HTML, std + `<iframe srcdoc="<p id=i>"></iframe><noframes><p id=f></noframes><script>'<p id=s>'</script><!-- <p id=c> -->`, ""},
		{detect.HTML, std + `<div><template shadowrootmode=open><p id=t></template></div><table id=t><tr id=r><td id=d><a name=a>`, "#t #r #d a"},
		{detect.HTML, `<p id=P><a name=N>`, "#P N/i"},
		{detect.HTML, "\xef\xbb\xbf <!-- x --> <!DOCTYPE html><a name=N>", "N"},
		{detect.HTML, `x<!DOCTYPE html><a name=N>`, "N/i"},
		{detect.HTML, `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><a name=N>`, "N/i"},
		{detect.HTML, `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd"><a name=N>`, "N"},
		{detect.HTML, `<!DOCTYPE html PUBLIC '-//IETF//DTD HTML 3.2//EN' ''><a name=N>`, "N/i"},
		{detect.HTML, `<!DOCTYPE html SYSTEM "about:legacy-compat"><a name=N>`, "N"},
		{detect.HTML, `<!DOCTYPE html PUBLIC><a name=N>`, "N/i"},
		{detect.HTML, `<!DOCTYPE svg><a name=N>`, "N/i"},
		{detect.HTML, "<!DOCTYPE html><meta charset=iso-8859-1><p id=\"caf\xe9\">", "#café"},
		{detect.HTML, "<!DOCTYPE html>" + strings.Repeat(" ", 2000) + "<meta charset=shift_jis><p id=\"\x83\x5c&eacute;\">", "#ソé"},
		{detect.HTML, "<!DOCTYPE html><p id=caf\xc3\xa9>", "#café"},
		{detect.HTML, "\xff\xfe<\x00p\x00 \x00i\x00d\x00=\x00x\x00>\x00", "#x"},
		{detect.XML, `<html xmlns="http://www.w3.org/1999/xhtml"><p id="p"/><a name="N"/><p xml:id="x"/><p ID="u"/><f xmlns="urn:x" id="f" name="g"/><f xmlns="urn:x" xml:id="h"/>` +
			`<template><p id="t"/><template/><p id="t2"/></template><noscript><p id="n"/></noscript><template id="e"/><p xmlns:y="urn:y" y:id="y"/></html>`, "#p N #f #h #n #e"},
		{detect.XML, `<svg xmlns="http://www.w3.org/2000/svg" id="r"><g id="g"/><g xml:id="x"/><a name="n"/><view name="v" id="w"/></svg>`, "#r #g #w"},
		{detect.XML, `<r><a id="i" name="n"/></r>`, "#i"},
		{detect.CSS, `#x{}`, ""},
		{detect.Message, "Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<p id=3Dx>\n" +
			"--b\nContent-Type: image/svg+xml\n\n<svg id='s'/>\n--b--\n", "1:#x 2:#s"},
	} {
		got := strings.Join(anchorsOf(t, c.typ, c.src), " ")
		require.Equal(t, c.want, got, "%q", c.src)
	}
}
