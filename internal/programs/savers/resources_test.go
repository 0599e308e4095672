//go:build unix

package savers

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"
)

// A resource has a number, which is part of its name. What it does when it is loaded shows in
// the page: an image has a size of its own, a style sheet defines a property, a script sets an
// attribute.

// name returns a new name for a resource.
func (s *site) name(prefix, ending string) string {
	s.parts++
	return fmt.Sprintf("%sr%d%s", prefix, s.parts, ending)
}

// picture adds an image and returns its URL.
func (s *site) picture(prefix, ending string) string {
	at := s.name(prefix, ending)
	s.files[at] = file{"image/png", pngOf(s.parts%40+1, s.parts/40+1)}
	return at
}

// drawing adds an SVG image that uses a PNG.
func (s *site) drawing(prefix, ending string) string {
	at := s.name(prefix, ending)
	s.files[at] = file{"image/svg+xml", fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="%d" height="%d"><a xlink:href="%s"><rect id="r" width="9" height="9"/></a></svg>`,
		s.parts%40+1, s.parts/40+1, spell(at, home, s.parts))}
	return at
}

// sheet adds a style sheet that contains rules.
func (s *site) sheet(prefix, ending, rules string) string {
	at := s.name(prefix, ending)
	n := s.parts
	s.files[at] = file{"text/css", fmt.Appendf(nil, "%s\n:root { --c%d: 1 }\n", s.place(at, rules, ""), n)}
	return at
}

// script adds a script. kind is part of the attribute that it sets.
func (s *site) script(prefix, ending, kind, text string) string {
	at := s.name(prefix, ending)
	n := s.parts
	s.files[at] = file{"text/javascript", fmt.Appendf(nil, "%s\ndocument.documentElement.setAttribute('data-ran-%s-%d', '');\n", s.place(at, text, ""), kind, n)}
	return at
}

// pngOf returns a PNG image of a size.
func pngOf(width, height int) []byte {
	m := image.NewGray(image.Rect(0, 0, width, height))
	m.SetGray(width-1, height-1, color.Gray{Y: 200})
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// digest returns the integrity of a file.
func (s *site) digest(at string) string {
	sum := sha256.Sum256(s.files[at].body)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// addResources gives each page what it loads.
func (s *site) addResources() {
	tile, guest := s.picture(www+"/img/", ".png"), s.picture(cdn+"/i/", ".png")
	inner := s.sheet(cdn+"/css/parts/", ".css", "h1 { background: url(«"+guest+"») }")
	common := s.sheet(www+"/css/", ".css", "@import '«"+inner+"»';\n@import url(«"+s.sheet(www+"/css/parts/", ".css", "")+"»);\nh2 { background: url(\"«"+tile+"»\") }")
	versioned := s.sheet(www+"/css/", ".css?v=2", "h2 { list-style-image: url(«"+tile+"») }")
	plain := s.script(www+"/js/", ".js", "plain", "")
	for i, p := range s.pages {
		p.head = append(p.head, `<link rel="stylesheet" href="«`+common+`»"/>`)
		if i%3 == 0 {
			p.head = append(p.head, `<link rel="stylesheet" href="«`+versioned+`»"/>`, `<script src="«`+plain+`»"></script>`)
		}
		host := []string{www, cdn}[i%2]
		p.body = append(p.body, `<p><img src="«`+s.picture(host+"/img/", ".png")+`»" alt=""/></p>`)
		s.addSpecial(i, p)
	}
	s.addRefused()
}

// addSpecial gives some pages resources by other elements.
func (s *site) addSpecial(i int, p *page) {
	put := func(format string, urls ...any) { p.body = append(p.body, fmt.Sprintf(format, urls...)) }
	switch i % 13 {
	case 0:
		put(`<p><img srcset="«%s» 1x, «%s» 2x" alt=""/></p>`, s.picture(www+"/img/", ".png"), s.picture(www+"/img/", "-2.png"))
	case 1:
		put(`<picture><source srcset="«%s»" type="image/png"/><img src="«%s»" alt=""/></picture>`, s.picture(www+"/img/", ".png"), s.picture(cdn+"/i/", ".png"))
	case 2:
		put(`<p><img src="«%s»" alt=""/></p>`, s.drawing(www+"/img/", ".svg"))
	case 3:
		put(`<p style="background: url('«%s»')">style</p>`, s.picture(www+"/img/", ".png"))
	case 4:
		put(`<p><img src="«%s»" alt=""/></p>`, s.picture(www+"/img/thumb.php?n=", ""))
	case 5:
		put(`<p><input type="image" src="«%s»" alt=""/></p>`, s.picture(www+"/img/", ".png"))
	case 6:
		put(`<iframe src="«%s»"></iframe>`, s.pages[(i+20)%len(s.pages)].url)
	case 7:
		p.head = append(p.head, `<style>h1 { border-image: url("«`+s.picture(cdn+"/i/", ".png")+`»") }</style>`)
	case 8:
		put(`<p><img src="«%s»" alt="gone"/></p>`, www+"/img/gone.png")
	}
}

// addRefused gives some pages what browsers do not load from a file as they do from a server.
func (s *site) addRefused() {
	dep := s.script(www+"/js/", ".js", "module", "")
	module := s.script(www+"/js/", ".js", "module", "import './"+dep[strings.LastIndexByte(dep, '/')+1:]+"';")
	checked, shared := s.script(www+"/js/", ".js", "integrity", ""), s.script(cdn+"/js/", ".js", "crossorigin", "")
	for i, p := range s.pages {
		switch i % 40 {
		case 5:
			p.head = append(p.head, `<script type="module" src="«`+module+`»"></script>`)
		case 10:
			p.head = append(p.head, `<script src="«`+checked+`»" integrity="`+s.digest(checked)+`"></script>`)
		case 15:
			p.head = append(p.head, `<script src="«`+shared+`»" crossorigin="anonymous"></script>`)
		}
	}
}
