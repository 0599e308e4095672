package places

import (
	"strings"
	"sync"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// A FeedElement has the places of an element of a feed.
type FeedElement struct {
	Content *Place    // the place of the content; nil if it is no place
	If      Condition // the condition of Content
	Attrs   []FeedAttr
}

// A FeedAttr is an attribute of an element of a feed.
type FeedAttr struct {
	Name  string // the name as its specification has it
	Lower string // the name in lower case
	*Place
	If Condition
}

// feedElements has the elements of each namespace by their names in lower case.
type feedElements [afterSpaces]map[string]*FeedElement

// feedIndex returns feedPlaces by their elements.
var feedIndex = sync.OnceValue(func() *feedElements {
	all := new(feedElements)
	for i := range feedPlaces {
		p := &feedPlaces[i]
		for _, element := range strings.Fields(p.Elements) {
			all.element(p.Space, strings.ToLower(element)).add(p)
		}
	}
	return all
})

// element returns the element with this name, which it adds if it is new.
func (all *feedElements) element(space xmlscan.Namespace, name string) *FeedElement {
	if all[space] == nil {
		all[space] = make(map[string]*FeedElement)
	}
	e := all[space][name]
	if e == nil {
		e = new(FeedElement)
		all[space][name] = e
	}
	return e
}

// add adds a place: the content of the element, or some of its attributes.
func (e *FeedElement) add(p *feedPlace) {
	if p.Attrs == "" {
		e.Content, e.If = &p.Place, p.If
		return
	}
	for _, name := range strings.Fields(p.Attrs) {
		e.Attrs = append(e.Attrs, FeedAttr{name, strings.ToLower(name), &p.Place, p.If})
	}
}

// longestElement is the greatest length of a name that is looked up. No element with places has a
// longer name.
const longestElement = 24

// noPlaces is an element without places.
var noPlaces FeedElement

// FeedElementOf returns the places of an element, whose name may be in any case. The result
// must not be changed.
func FeedElementOf(space xmlscan.Namespace, name []byte) *FeedElement {
	if !IsFeedSpace(space) || len(name) > longestElement {
		return &noPlaces
	}
	var buf [longestElement]byte
	if e := feedIndex()[space][string(ascii.AppendLower(buf[:0], name))]; e != nil {
		return e
	}
	return &noPlaces
}

// IsFeedSpace reports whether a namespace belongs to feeds.
func IsFeedSpace(space xmlscan.Namespace) bool { return space > xmlscan.Other && space < afterSpaces }

// RDFLink is the place of the attributes about and resource of RDF, on any element of a feed:
// RDF/XML section 5.3.
var RDFLink = &Place{Empty: EmptyResolves, Use: Name}
