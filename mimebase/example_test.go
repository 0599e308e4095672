package mimebase_test

import (
	"fmt"
	"net/mail"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/htmlbase"
	"github.com/hrefix/hrefix/mimebase"
)

const message = `Base: <URL:http://example.org/list/>
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/html

<a href=1.html>1</a>
--b
Content-Type: text/html
Content-Location: docs/page.html

<a href=2.html>2</a>
--b
Content-Type: text/html
Content-Transfer-Encoding: quoted-printable

<base href=3D"http://elsewhere.example/"><a href=3D3.html>3</a>
--b--
`

// The base of every document in a message, and why.
func ExampleParse() {
	mimebase.Parse([]byte(message), nil, mimebase.Options{}).Walk(func(e *mimebase.Entity) {
		var own []base.Source
		if text, err := e.Decode(); err == nil && e.MediaType == "text/html" {
			own = htmlbase.Find(text)
		}
		b := e.Context().Establish(own...)
		fmt.Printf("%q %s: %s (%s: %s)\n", e.Part, e.MediaType, b, b.Layer, b.From)
	})
	// Output:
	// "" multipart/mixed: http://example.org/list/ (encapsulating: Base of the message)
	// "1" text/html: http://example.org/list/ (encapsulating: Base of the message)
	// "2" text/html: http://example.org/list/docs/page.html (encapsulating: Content-Location of part 2)
	// "3" text/html: http://elsewhere.example/ (embedded: BASE element)
}

// The base of a document in a message whose header net/mail has parsed.
func ExampleHeaderContext() {
	msg, err := mail.ReadMessage(strings.NewReader(message))
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := mimebase.HeaderContext(nil, func(yield func(name, body string) bool) {
		for name, bodies := range msg.Header {
			for _, body := range bodies {
				if !yield(name, body) {
					return
				}
			}
		}
	}, mimebase.Options{})
	fmt.Println(ctx.Base())
	// Output: http://example.org/list/
}
