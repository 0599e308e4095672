// Package options reads the options of the C library: a JSON object whose keys are the fields of
// [rewrite.Options] in snake case. An unknown key, a key that occurs twice, or a value of the wrong
// type is an error, so that a misspelt option never passes unnoticed.
package options

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/resolve"
	"github.com/hrefix/hrefix/rewrite"
)

// Parse returns the options in text. An empty text has the defaults.
func Parse(text []byte) (o rewrite.Options, err error) {
	if len(bytes.Trim(text, " \t\r\n")) == 0 {
		return o, nil
	}
	if !utf8.Valid(text) {
		return o, errors.New("the options are not valid UTF-8")
	}
	if err := decode(json.NewDecoder(bytes.NewReader(text)), targets(&o)); err != nil {
		return rewrite.Options{}, err
	}
	if err := check(&o); err != nil {
		return rewrite.Options{}, err
	}
	return o, nil
}

// types are the types of sources. Package rewrite knows other types, which only the command can
// change.
var types = []string{"auto", "html", "xml", "css", "json", "ndjson", "message", "mbox", "emlx"}

// check returns an error for wrong values that package rewrite accepts, or for which it has another name of
// the option.
func check(o *rewrite.Options) error {
	switch {
	case o.Mode == rewrite.MakeRelative:
		return errors.New("mode relative needs a tree of files, which the library does not have: use the command hrefix rel")
	case o.Type != rewrite.Auto && !slices.Contains(types, string(o.Type)):
		return fmt.Errorf("unknown type %.40q: known are %s", o.Type, strings.Join(types, ", "))
	case o.MaxGrowth < 0:
		return fmt.Errorf("max_growth %d: give how many times its size a document may grow", o.MaxGrowth)
	case o.MaxDocument < 0:
		return fmt.Errorf("max_document %d: give a number of bytes", o.MaxDocument)
	case len(o.Moves) > 0 && o.Mode != rewrite.MoveLinks:
		return errors.New(`moves are for the mode "move": give that, too`)
	}
	if o.Charset != "" {
		return engine.CheckCharset(o.Charset)
	}
	return nil
}

// targets returns the destination of the value of each key.
func targets(o *rewrite.Options) map[string]any {
	return map[string]any{
		"mode":             &o.Mode,
		"type":             &o.Type,
		"charset":          &o.Charset,
		"dialect":          (*dialect)(&o.Dialect),
		"also":             &o.Also,
		"places":           &o.Places,
		"json_fields":      (*objects[rewrite.JSONField])(&o.JSONFields),
		"fragments":        &o.Fragments,
		"keep_fragments":   (*keepFragments)(&o.Fragments),
		"drop_base":        &o.DropBase,
		"moves":            (*objects[rewrite.Move])(&o.Moves),
		"root_relative":    &o.RootRelative,
		"base_fields":      &o.BaseFields,
		"base_schemes":     &o.BaseSchemes,
		"ignore_hints":     &o.IgnoreHints,
		"feed_base":        &o.FeedBase,
		"allow_signed":     &o.AllowSigned,
		"keep_dkim":        &o.KeepDKIM,
		"keep_attachments": &o.KeepAttachments,
		"max_growth":       &o.MaxGrowth,
		"max_document":     &o.MaxDocument,
	}
}

// decode reads an object, and stores its values.
func decode(dec *json.Decoder, targets map[string]any) error {
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return errors.New("the options are not a JSON object")
	}
	seen := make(map[string]bool)
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return syntax(dec, err)
		}
		key := token.(string) // the decoder accepts no other token here
		target, ok := targets[key]
		switch {
		case !ok:
			return fmt.Errorf("unknown option %.40q: known are %s", key, strings.Join(slices.Sorted(maps.Keys(targets)), ", "))
		case seen[key]:
			return fmt.Errorf("option %q occurs twice", key)
		}
		seen[key] = true
		if err := dec.Decode(target); err != nil {
			return value(dec, key, target, err)
		}
	}
	return end(dec)
}

// end reads the end of the object and of the text.
func end(dec *json.Decoder) error {
	if _, err := dec.Token(); err != nil {
		return syntax(dec, err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return errors.New("the options have text after the JSON object")
	}
	return nil
}

// value returns the error of the value of a key.
func value(dec *json.Decoder, key string, target any, err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return fmt.Errorf("option %q: give %s, not this %s", key, want(target), wrong.Value)
	}
	var bad *json.SyntaxError
	if errors.As(err, &bad) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return syntax(dec, err)
	}
	return fmt.Errorf("option %q: %w", key, err)
}

// want describes the values that a target takes.
func want(target any) string {
	switch target.(type) {
	case *bool, *keepFragments:
		return "true or false"
	case *int:
		return "a whole number"
	case *[]string:
		return `a list of texts, such as ["a", "b"]`
	case *objects[rewrite.Move]:
		return `a list of moves, such as [{"from": "http://a/", "to": "http://b/"}]`
	case *objects[rewrite.JSONField]:
		return `a list of fields, such as [{"path": "content", "role": "html"}]`
	}
	return "a text"
}

// syntax returns the error of text that is not JSON.
func syntax(dec *json.Decoder, err error) error {
	return fmt.Errorf("the options are not valid JSON at byte %d: %w", dec.InputOffset(), err)
}

// A keepFragments is read from a truth value: true is another name for "keep".
type keepFragments string

func (f *keepFragments) UnmarshalJSON(text []byte) error {
	var keep bool
	err := json.Unmarshal(text, &keep)
	if keep {
		*f = "keep"
	}
	return err
}

// A dialect is read by its name.
type dialect resolve.Dialect

func (d *dialect) UnmarshalText(name []byte) (err error) {
	parsed, err := resolve.ParseDialect(string(name))
	*d = dialect(parsed)
	return err
}

// objects are read with known keys only, which are the names of fields in lower case.
type objects[T any] []T

func (all *objects[T]) UnmarshalJSON(text []byte) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	return dec.Decode((*[]T)(all))
}
