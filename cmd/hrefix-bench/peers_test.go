package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
)

// sample has three links that change, and more that do not.
const sample = `<!DOCTYPE html><title>x</title><p class="a">text<a href="b.html?x=1&amp;y=2">b</a>
<img SRC='/c.png' alt="c"><a href="http://other.example/">d</a><form action=e></form><!-- <a href=f> --><div title="g">`

func TestPagePeersMakeLinksAbsolute(t *testing.T) {
	library, err := newHrefix()
	require.NoError(t, err)
	for _, p := range []peer{library, newTokenizer(), newGoquery(), newLexer()} {
		p := p.(*goPeer)
		d := page("sample", []byte(sample))
		require.NoError(t, p.start([]document{d}))
		links, err := p.check(0)
		require.NoError(t, err)
		require.Equal(t, 3, links, p.is.name)

		p.out.Reset()
		_, err = p.work(&d, &p.out)
		require.NoError(t, err)
		out := p.out.String()
		require.Contains(t, out, `href="http://www.example.org/dir/b.html?x=1&amp;y=2"`, p.is.name)
		require.Contains(t, strings.ReplaceAll(out, "'", `"`), `"http://www.example.org/c.png"`, p.is.name)
		require.Contains(t, strings.ReplaceAll(out, `"`, ""), `action=http://www.example.org/dir/e>`, p.is.name)
		require.Contains(t, out, `href="http://other.example/"`, p.is.name)
		require.Contains(t, out, `<!-- <a href=f> -->`, p.is.name)
		require.Equal(t, sample, string(d.data), "the input stays")
	}
}

func TestFloorCountsTags(t *testing.T) {
	require.Equal(t, 3, walkTags([]byte("x<a>y</a > <b c=d>z<")))
	require.Zero(t, walkTags(nil))
}

func TestMessagePeers(t *testing.T) {
	list := document{name: "list", typ: engine.Mbox, data: []byte("From a Thu Feb  1 00:00:00 2024\nSubject: x\n\nSee http://www.example.com/.\n\nFrom here on\n")}
	require.NoError(t, list.split())
	mailbox, err := makeMailbox(list, document{}, 20_000)
	require.NoError(t, err)

	library, err := newHrefix()
	require.NoError(t, err)
	require.NoError(t, library.start([]document{mailbox}))
	want, err := library.check(0)
	require.NoError(t, err)
	require.Positive(t, want)

	p := newMessageWriter()
	require.NoError(t, p.start([]document{mailbox}))
	got, err := p.check(0)
	require.NoError(t, err)
	require.Equal(t, want, got, "each finds the same links")
}

func TestResolvers(t *testing.T) {
	var d document
	for _, ref := range []string{"g", "http://other.example/x", "../h?y#s", "#s"} {
		d.add([]byte(ref))
	}
	whatwg, err := newWhatwgURL()
	require.NoError(t, err)
	peers := append(newResolvers(), newNetURL(), whatwg)
	require.Greater(t, len(peers), 2)
	for _, p := range peers {
		require.NoError(t, p.start([]document{d}))
		changed, err := p.check(0)
		require.NoError(t, err)
		require.Equal(t, 3, changed, p.about().name)
	}
}

func TestRewriteMessageOfBrokenInput(t *testing.T) {
	for _, text := range []string{"", "x", "Content-Type: multipart/mixed; boundary=b\n\n--b\n", "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n!!!"} {
		_, err := rewriteMessage(new(bytes.Buffer), []byte(text), parsedBase())
		require.NoError(t, err, "%q", text)
	}
}
