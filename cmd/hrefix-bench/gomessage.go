package main

import (
	"bytes"
	"errors"
	"io"
	"net/url"

	"github.com/emersion/go-message"
)

const messageReaderName = "go-message, read"

// newMessageReader is go-message, reading: every part is decoded, to its end.
func newMessageReader() peer {
	return &goPeer{
		is: about{messageReaderName, version("github.com/emersion/go-message"), "no links, nothing written; messages come split"},
		work: func(d *document, _ *bytes.Buffer) (int, error) {
			return 0, eachPiece(d, func(piece []byte) error {
				e, err := message.Read(bytes.NewReader(piece))
				if e != nil && readable(err) {
					readAll(e)
				}
				return nil
			})
		},
	}
}

// readable reports whether an entity came with what go-message says.
func readable(err error) bool {
	return err == nil || message.IsUnknownCharset(err) || message.IsUnknownEncoding(err)
}

// readAll reads an entity to its end, or to where it cannot be read.
func readAll(e *message.Entity) {
	parts := e.MultipartReader()
	if parts == nil {
		_, _ = io.Copy(io.Discard, e.Body)
		return
	}
	for {
		part, err := parts.NextPart()
		if part == nil || !readable(err) {
			return
		}
		readAll(part)
	}
}

// newMessageWriter is go-message, reading and writing: the HTML parts go through
// the tokenizer of x/net/html.
func newMessageWriter() peer {
	base := parsedBase()
	return &goPeer{
		is: about{"go-message, read and write", version("github.com/emersion/go-message"), "HTML parts by x/net/html tokenizer, net/url: nine attributes; messages come split; every part is written again"},
		work: func(d *document, out *bytes.Buffer) (links int, err error) {
			return links, eachPiece(d, func(piece []byte) error {
				out.Reset()
				n, err := rewriteMessage(out, piece, base)
				links += n
				return err
			})
		},
	}
}

// rewriteMessage writes a message with the links of its HTML parts absolute. It
// returns how many changed. What go-message cannot read or write ends the message.
func rewriteMessage(out *bytes.Buffer, piece []byte, base *url.URL) (links int, err error) {
	e, err := message.Read(bytes.NewReader(piece))
	if e == nil || !readable(err) {
		return 0, nil
	}
	w, err := message.CreateWriter(out, e.Header)
	if err != nil {
		return 0, nil
	}
	links, err = rewriteEntity(w, e, base)
	if err != nil && !errors.Is(err, io.EOF) {
		return links, nil
	}
	return links, w.Close()
}

// rewriteEntity writes the body of an entity.
func rewriteEntity(w *message.Writer, e *message.Entity, base *url.URL) (links int, err error) {
	parts := e.MultipartReader()
	if parts == nil {
		return rewriteBody(w, e, base)
	}
	for {
		part, err := parts.NextPart()
		if part == nil || !readable(err) {
			return links, err
		}
		pw, err := w.CreatePart(part.Header)
		if err != nil {
			return links, err
		}
		n, err := rewriteEntity(pw, part, base)
		links += n
		if err != nil && !errors.Is(err, io.EOF) {
			return links, err
		}
		if err := pw.Close(); err != nil {
			return links, err
		}
	}
}

// rewriteBody writes the body of an entity without parts.
func rewriteBody(w io.Writer, e *message.Entity, base *url.URL) (links int, err error) {
	if kind, _, _ := e.Header.ContentType(); kind != "text/html" {
		_, err := io.Copy(w, e.Body)
		return 0, err
	}
	body, err := io.ReadAll(e.Body)
	if err != nil {
		return 0, err
	}
	var html bytes.Buffer
	if links, err = rewriteTokens(&html, body, base); err != nil {
		return links, err
	}
	_, err = html.WriteTo(w)
	return links, err
}
