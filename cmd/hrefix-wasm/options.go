//go:build js && wasm

package main

import (
	"errors"
	"syscall/js"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/jsonfield"
	"github.com/hrefix/hrefix/resolve"
)

// setters set an option to a value, whose type JavaScript has checked. The names are the names in
// rewrite.Options.
var setters = map[string]func(o *engine.Options, v js.Value) error{
	"base":            func(o *engine.Options, v js.Value) error { o.Base = v.String(); return nil },
	"charset":         setCharset,
	"dropBase":        func(o *engine.Options, v js.Value) error { o.DropBase = v.Bool(); return nil },
	"rootRelative":    func(o *engine.Options, v js.Value) error { o.RootRelative = v.Bool(); return nil },
	"ignoreHints":     func(o *engine.Options, v js.Value) error { o.NoHints = v.Bool(); return nil },
	"allowSigned":     func(o *engine.Options, v js.Value) error { o.Signed = v.Bool(); return nil },
	"keepDKIM":        func(o *engine.Options, v js.Value) error { o.SkipDKIM = v.Bool(); return nil },
	"keepAttachments": func(o *engine.Options, v js.Value) error { o.SkipAttachments = v.Bool(); return nil },
	"maxGrowth":       func(o *engine.Options, v js.Value) error { o.MaxGrowth = v.Int(); return nil },
	"maxDocument":     func(o *engine.Options, v js.Value) error { o.MaxDocument = v.Int(); return nil },
	"baseFields":      func(o *engine.Options, v js.Value) error { o.BaseFields = texts(v); return nil },
	"baseSchemes":     func(o *engine.Options, v js.Value) error { o.BaseSchemes = texts(v); return nil },
	"limits":          setLimits,
	"moves":           setMoves,
	"jsonFields":      setJSONFields,
	"mode": func(o *engine.Options, v js.Value) error {
		o.Mode = map[string]engine.Mode{"pin": engine.Pin, "move": engine.MoveLinks}[v.String()]
		return nil
	},
	"type": func(o *engine.Options, v js.Value) (err error) {
		o.Type, err = detect.ParseType(v.String())
		return err
	},
	"fragments": func(o *engine.Options, v js.Value) (err error) {
		o.Fragments, err = engine.ParseFragments(v.String())
		return err
	},
	"dialect": func(o *engine.Options, v js.Value) (err error) {
		o.Dialect, err = resolve.ParseDialect(v.String())
		return err
	},
	"also": func(o *engine.Options, v js.Value) (err error) {
		o.Also, err = engine.ParseGroups(texts(v))
		return err
	},
	"places": func(o *engine.Options, v js.Value) (err error) {
		o.Places, err = engine.ParsePlaces(texts(v))
		return err
	},
	"feedBase": func(o *engine.Options, v js.Value) (err error) {
		o.FeedBase, err = engine.ParseFeedBase(v.String())
		return err
	},
}

// options returns the options in an object of JavaScript.
func options(v js.Value) (engine.Options, error) {
	opts := engine.Options{FeedBase: engine.FeedHint}
	var errs []error
	for name, set := range setters {
		if value := v.Get(name); !value.IsUndefined() {
			errs = append(errs, set(&opts, value))
		}
	}
	return opts, errors.Join(errs...)
}

// each yields the elements of an array.
func each(array js.Value, yield func(js.Value)) {
	for i := range array.Length() {
		yield(array.Index(i))
	}
}

// texts returns the strings in an array. The result is not nil.
func texts(array js.Value) []string {
	all := []string{}
	each(array, func(v js.Value) { all = append(all, v.String()) })
	return all
}

func setCharset(o *engine.Options, v js.Value) error {
	o.Charset = v.String()
	if o.Charset == "" {
		return nil
	}
	return engine.CheckCharset(o.Charset)
}

// setLimits sets the limits that v has.
func setLimits(o *engine.Options, v js.Value) error {
	for name, limit := range map[string]*int{
		"depth": &o.Limits.Depth, "entities": &o.Limits.Entities, "header": &o.Limits.Header, "fields": &o.Limits.Fields,
		"boundary": &o.Limits.Boundary, "params": &o.Limits.Params, "encoded": &o.Limits.Encoded,
	} {
		if value := v.Get(name); !value.IsUndefined() {
			*limit = value.Int()
		}
	}
	return nil
}

func setMoves(o *engine.Options, v js.Value) error {
	each(v, func(move js.Value) {
		o.Moves = append(o.Moves, engine.Move{From: move.Get("from").String(), To: move.Get("to").String()})
	})
	return nil
}

func setJSONFields(o *engine.Options, v js.Value) (err error) {
	each(v, func(field js.Value) {
		role, e := jsonfield.ParseRole(field.Get("role").String())
		o.JSONFields = append(o.JSONFields, jsonfield.Field{Path: field.Get("path").String(), Role: role})
		err = errors.Join(err, e)
	})
	return err
}
