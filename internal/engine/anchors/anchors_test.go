package anchors

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// pieces are what random documents are made of. Forms in forms, and what HTML does not allow in
// a select element, are left out: their anchors count only if the document is skimmed.
var pieces = strings.Split("<!DOCTYPE html>|text|<p>|<p id=%d>|</p>|<div id=%d>|</div>|<a name=%d>|<a id=%d name=n%d>|<a href=x>|</a>|<table>|<table id=%d>|</table>|"+
	"<tr id=%d>|<td id=%d>|</td>|<template>|<template id=%d>|</template>|<noscript>|</noscript>|<svg>|<svg id=%d>|<g id=%d>|</svg>|<math id=%d>|</math>|"+
	"<script id=%d>|</script>|<style>|</style>|<title>|</title>|<textarea id=%d>|</textarea>|<!-- <p id=%d> -->|<html id=%d>|<body id=%d>|</body>|</html>|"+
	"<frameset id=%d>|<frame id=%d>|<noframes>|</noframes>|<iframe id=%d>|</iframe>|<foreignObject>|</foreignObject>|<base href=x id=%d>|<head>|</head>|"+
	"<col id=%d>|<caption id=%d>|<ul id=%d>|<li name=%d>|<xmp>|</xmp>|<b id=%d>|</b>|<plaintext id=%d>|<th id=%d>|<td>|<tr>|<tbody id=%d>|<colgroup id=%d>|<caption>|<select>|</select>|<option id=%d>|<button>|<h1>|</TABLE>|<TABLE>", "|")

// TestSkim compares the anchors of documents that are skimmed with those of the tree.
func TestSkim(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var skimmed, built []string
		src := randomPage(r)
		var f, g Finder
		f.HTML(src, func(a *Anchor) { skimmed = append(skimmed, fmt.Sprintf("%d:%s", a.At, a.Name)) })
		g.begin(src, func(a *Anchor) { built = append(built, fmt.Sprintf("%d:%s", a.At, a.Name)) })
		g.build(0)
		require.Equal(t, built, skimmed, "%s", src)
	}
}
