package main

import (
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/engine/detect"
)

// otherNames has values of --type and of --feed-base that do not exist but that people try, each with the
// value that they mean.
var otherNames = map[string]string{
	"htm": "html", "page": "html", "xhtml": "xml", "svg": "xml", "mail": "message", "eml": "message", "mht": "message",
	"link": "channel-link", "channel": "channel-link",
	"jsonl": "ndjson", "jsonlines": "ndjson", "epub": "zip", "maff": "zip", "tgz": "tar",
	"mhtml": "message", "email": "message", "rfc822": "message", "mailbox": "mbox",
}

// suggest returns the text to add to the error for an unknown word in given: the known word that it
// probably means, or "".
func suggest(known []string, given ...string) string {
	for _, word := range given {
		if slices.Contains(known, word) {
			continue
		}
		if near := nearest(known, word); near != "" {
			return ": did you mean " + near
		}
	}
	return ""
}

// feedTypes are names of feeds that people give as types, which are XML.
var feedTypes = []string{"rss", "feed", "atom", "rdf", "opml", "sitemap", "wxr"}

// directoryTypes are names of directories that people give as types.
var directoryTypes = []string{"maildir", "mh", "dir", "directory", "folder"}

// suggestType returns the text to add to the error for an unknown type.
func suggestType(given string) string {
	advice, plain := suggest(detect.TypeNames(), given), lettersAndDigits(subtype(given))
	switch {
	case slices.Contains(feedTypes, plain):
		advice += ": feeds are found without -t"
	case slices.Contains(directoryTypes, plain):
		advice += ": a directory needs no -t"
	}
	return advice
}

// subtype returns the subtype of a media type, without a suffix such as "+xml". A word that is no
// media type is returned as it is.
func subtype(word string) string {
	if _, after, ok := strings.Cut(word, "/"); ok {
		after, _, _ = strings.Cut(after, ";")
		word, _, _ = strings.Cut(after, "+")
	}
	return word
}

// nearest returns the known word that word probably means, or "". The two have the same letters and
// digits, or differ in one letter, or word is another name for the known word.
func nearest(known []string, word string) string {
	plain := lettersAndDigits(subtype(word))
	if plain == "" {
		return ""
	}
	for _, name := range known {
		if lettersAndDigits(name) == plain {
			return name
		}
	}
	other := otherNames[plain]
	if slices.Contains(feedTypes, plain) {
		other = "xml"
	}
	if slices.Contains(known, other) {
		return other
	}
	for _, name := range known {
		if len(plain) > 2 && distance(lettersAndDigits(name), plain) == 1 {
			return name
		}
	}
	return ""
}

// lettersAndDigits returns the letters and digits of a word, in lower case.
func lettersAndDigits(word string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(word))
}
