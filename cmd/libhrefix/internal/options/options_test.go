package options

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/hrefix/hrefix/resolve"
	"github.com/hrefix/hrefix/rewrite"
)

// notOptions are the fields of rewrite.Options that are no key, with the reason.
var notOptions = map[string]string{
	"Base":          "an argument of its own",
	"Context":       "not text",
	"Decide":        "an argument of its own",
	"Progress":      "a callback of Copy",
	"Visit":         "hrefix_decide sees the links",
	"Unread":        "a callback, for what the library does not read",
	"Tree":          "not text",
	"Converted":     "needs Tree",
	"Missing":       "needs Tree",
	"MissingPage":   "needs Tree",
	"DropIntegrity": "needs Tree",
	"Limits":        "the limits of messages are fixed",
}

// TestFields: each field of rewrite.Options is a key, or has a reason not to be one.
func TestFields(t *testing.T) {
	var o rewrite.Options
	keys := make(map[uintptr]string)
	for key, target := range targets(&o) {
		if _, other := target.(*keepFragments); !other { // another name for a value of Fragments
			keys[reflect.ValueOf(target).Pointer()] = key
		}
	}
	fields := reflect.ValueOf(&o).Elem()
	found := 0
	for i := range fields.NumField() {
		name := fields.Type().Field(i).Name
		key, isKey := keys[fields.Field(i).Addr().Pointer()]
		reason, isNot := notOptions[name]
		if isKey == isNot {
			t.Errorf("field %s: key %q, reason not to be one %q", name, key, reason)
		}
		if isKey {
			found++
			if want := strings.ReplaceAll(strings.ToLower(name), "_", ""); strings.ReplaceAll(key, "_", "") != want {
				t.Errorf("field %s has key %q", name, key)
			}
		}
	}
	if found != len(keys) || found == 0 {
		t.Errorf("%d of %d keys belong to a field", found, len(keys))
	}
}

// TestParse: each key sets its field.
func TestParse(t *testing.T) {
	for text, want := range map[string]rewrite.Options{
		"":                         {},
		" \n":                      {},
		"{}":                       {},
		`{"type":"html"}`:          {Type: rewrite.HTML},
		`{"dialect":"whatwg"}`:     {Dialect: resolve.WHATWG},
		`{"mode":"pin"}`:           {Mode: rewrite.Pin},
		`{"also":["lazy"]}`:        {Also: []string{"lazy"}},
		`{"base_fields":[]}`:       {BaseFields: []string{}},
		`{"max_document":99}`:      {MaxDocument: 99},
		`{"drop_base":true}`:       {DropBase: true},
		` {"charset": "gb\u006b"}`: {Charset: "gbk"},
		`{"moves":[{"from":"http://a/","to":"http://b/"}],"mode":"move"}`: {Mode: rewrite.MoveLinks, Moves: []rewrite.Move{{From: "http://a/", To: "http://b/"}}},
		`{"json_fields":[{"path":"content","role":"html"}]}`:              {JSONFields: []rewrite.JSONField{{Path: "content", Role: "html"}}},
	} {
		got, err := Parse([]byte(text))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
}

// TestErrors: errors name the option and what is wrong.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		`[]`:                                     "not a JSON object",
		`"type"`:                                 "not a JSON object",
		`{`:                                      "not valid JSON at byte 1",
		`{"type":`:                               "not valid JSON",
		`{"type" "html"}`:                        "not valid JSON",
		`{"type":"html",}`:                       "not valid JSON",
		`{"type":"html"}}`:                       "text after the JSON object",
		`{"type":"html"} {}`:                     "text after the JSON object",
		`{"Type":"html"}`:                        `unknown option "Type": known are allow_signed, also`,
		`{"typ":"html"}`:                         `unknown option "typ"`,
		`{"base":"http://a/"}`:                   `unknown option "base"`,
		`{"type":7}`:                             `option "type": give a text, not this number`,
		`{"drop_base":"yes"}`:                    `option "drop_base": give true or false, not this string`,
		`{"max_growth":1e99}`:                    `option "max_growth": give a whole number, not this number 1e99`,
		`{"also":"lazy"}`:                        `option "also": give a list of texts, such as ["a", "b"], not this string`,
		`{"dialect":"rfc1"}`:                     `option "dialect": `,
		`{"moves":[{"Frm":"x"}]}`:                `option "moves": json: unknown field "Frm"`,
		`{"also":[1]}`:                           `option "also": give a list of texts`,
		`{"moves":[["a","b"]]}`:                  `option "moves": give a list of moves, such as [{"from": `,
		`{"json_fields":{}}`:                     `option "json_fields": give a list of fields`,
		`{"type":"HTML"}`:                        `unknown type "HTML": known are auto, html, xml, css, json, ndjson, message, mbox, emlx`,
		`{"type":"tar"}`:                         `unknown type "tar"`,
		`{"type":"warc"}`:                        `unknown type "warc"`,
		`{"charset":"klingon"}`:                  `unknown charset "klingon": give a name`,
		`{"max_growth":-1}`:                      `max_growth -1`,
		`{"max_document":-1}`:                    `max_document -1`,
		`{"moves":[{"from":"a"}]}`:               `for the mode "move"`,
		`{"mode":"relative"}`:                    "needs a tree",
		`{"type":"a","type":"b"}`:                `option "type" occurs twice`,
		"{\"type\":\"\xff\"}":                    "not valid UTF-8",
		strings.Repeat("[", 100000):              "not a JSON object",
		`{"also":` + strings.Repeat("[", 100000): "not valid JSON",
	} {
		got, err := Parse([]byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v, want %q", text, err, want)
		}
		if !reflect.DeepEqual(got, rewrite.Options{}) {
			t.Errorf("%.60s: options with an error: %+v", text, got)
		}
	}
}

// FuzzParse: what is accepted is one JSON object whose keys are known.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "{}", `{"type":"html","also":["lazy"]}`, `{"moves":[{"from":"a","to":"b"}]}`, `{"type":1}`, "[", `{"dialect":"whatwg"}x`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		o, err := Parse(text)
		if err != nil || len(strings.Trim(string(text), " \t\r\n")) == 0 {
			return
		}
		var all map[string]json.RawMessage
		if err := json.Unmarshal(text, &all); err != nil {
			t.Fatalf("accepted %q: %v", text, err)
		}
		known := targets(&o)
		for key := range all {
			if known[key] == nil {
				t.Fatalf("accepted %q", key)
			}
		}
	})
}
