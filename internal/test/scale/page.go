package scale

import (
	"encoding/base64"
	"fmt"
)

// page returns an HTML document of about size bytes. The slice is valid until the next call.
func (a *author) page(size int) []byte {
	a.out = append(a.out[:0], "<!DOCTYPE html>\n<html lang=x><head><meta charset=utf-8>\n<title>"...)
	a.text(4)
	a.write("</title>\n<link rel=stylesheet href=\"/css/%d.css\">\n", a.IntN(9))
	if a.chance(10) {
		a.write("<base href=\"%s\">\n", a.one("/", "../", "http://base.example/dir/", "//cdn.example/x/y", "mailto:a@b.example"))
	}
	a.write("</head><body class=\"c%d\">\n", a.IntN(99))
	for len(a.out) < size {
		blocks[a.IntN(len(blocks))](a)
	}
	a.write("</body></html>\n")
	return a.out
}

// blocks are the kinds of blocks in a page. Frequent kinds occur several times.
var blocks = []func(*author){
	paragraph, paragraph, paragraph, paragraph, plain, plain, plain, navigation, navigation,
	picture, picture, styled, script, inline, form,
}

func paragraph(a *author) {
	a.write("<p>")
	a.text(5 + a.IntN(20))
	a.write("<a href=\"%s\">%s</a> ", a.link(), a.word())
	a.text(a.IntN(40))
	a.write("</p>\n")
}

func plain(a *author) {
	a.write("<h2 id=s%d>%s</h2>\n<p>", a.IntN(99), a.word())
	a.text(40 + a.IntN(100))
	a.write("</p>\n")
}

func navigation(a *author) {
	a.write("<ul class=\"nav\">\n")
	for range 2 + a.IntN(10) {
		a.write("  <li><a class='item' href='%s' title=\"%s\">%s</a></li>\n", a.link(), a.word(), a.word())
	}
	a.write("</ul>\n")
}

func picture(a *author) {
	n := a.IntN(9999)
	a.write("<figure><img src=../img/%d.jpg srcset=\"../img/%d.jpg 1x, /img/%d-2.jpg 2x\" alt=\"%s\"></figure>\n", n, n, n, a.word())
}

func styled(a *author) {
	a.write("<div style=\"color:#%06x;background:url('bg/%d.png')\">", a.IntN(1<<24), a.IntN(99))
	a.text(a.IntN(30))
	a.write("</div>\n")
}

func script(a *author) {
	a.write("<script src=\"js/%d.js?v=%x\" async></script>\n<script>var x = {\"%s\": %d, u: \"/a/%d\"};</script>\n",
		a.IntN(9), a.Uint32(), a.word(), a.Uint32(), a.IntN(99))
}

// inline writes an image in the page itself.
func inline(a *author) {
	a.write("<img src=\"data:image/png;base64,%s\">\n", base64.StdEncoding.EncodeToString(a.noise(a.IntN(400))))
}

func form(a *author) {
	a.write("<form action=\"%s\"><input name=q value=\"%s\"><button formaction=../go>%s</button></form>\n", a.link(), a.word(), a.word())
}

// links are the forms of references, as they are written in attributes. They take a word and a
// number.
var links = []string{
	"%[1]s.html", "%[1]s.html#s%[2]d", "../%[1]s/%[2]d.html", "../../%[1]s/", "/%[1]s/%[2]d", "?q=%[1]s&amp;page=%[2]d", "#%[1]s",
	"./%[1]s;p=%[2]d", "//www.%[1]s.example/%[2]d", "http://%[1]s.example/a/../b/%[2]d", "https://www.%[1]s.example/x?y=%[2]d#z",
	"mailto:%[1]s@h%[2]d.example",
}

// link returns a reference, relative or absolute.
func (a *author) link() string {
	return fmt.Sprintf(a.one(links...), a.word(), a.IntN(99999))
}
