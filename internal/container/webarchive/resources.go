package webarchive

import (
	"strings"

	"github.com/hrefix/hrefix/internal/mediatype"
)

// maxDepth is the maximum depth of nested frames.
const maxDepth = 64

// The keys of archives and resources.
const (
	mainKey         = "WebMainResource"
	subresourcesKey = "WebSubresources"
	framesKey       = "WebSubframeArchives"
	urlKey          = "WebResourceURL"
	typeKey         = "WebResourceMIMEType"
	charsetKey      = "WebResourceTextEncodingName"
	dataKey         = "WebResourceData"
)

// A resource is a resource that is a document.
type resource struct {
	url       string
	mediaType string
	charset   string
	data      int  // the number of the object that is the content
	again     bool // an earlier resource has the same content
}

// A collector finds the resources of an archive.
type collector struct {
	*plist
	seen  map[int]bool   // dictionaries and contents that were read
	texts map[int]string // strings that were read, by their numbers
	all   []resource
	urls  map[string]bool // the URLs of all resources
}

// resources returns the documents of an archive, and the URLs of all its resources.
func (p *plist) resources() ([]resource, map[string]bool) {
	c := collector{plist: p, seen: make(map[int]bool), texts: make(map[int]string), urls: make(map[string]bool)}
	c.archive(p.top, 0)
	return c.all, c.urls
}

// archive adds the resources of an archive and of its frames. i is the number of its object, and depth
// the number of archives around it.
func (c *collector) archive(i, depth int) {
	if depth > maxDepth {
		return
	}
	if v, ok := c.values(i, mainKey, subresourcesKey, framesKey); ok {
		c.resource(v[0], true)
		c.array(v[1], func(i int) { c.resource(i, false) })
		c.array(v[2], func(i int) { c.archive(i, depth+1) })
	}
}

// array calls yield with the number of each element of an array. It does nothing for other objects.
func (c *collector) array(i int, yield func(int)) {
	if i < 0 || c.objects[i].kind != arrayKind {
		return
	}
	for k := range c.objects[i].count {
		yield(int(c.ref(&c.objects[i], k)))
	}
}

// values returns the numbers of the values of keys in a dictionary. The number is -1 for a key that is
// missing, or that occurs several times. ok is false if the object i is no dictionary, or was read before.
func (c *collector) values(i int, keys ...string) (values []int, ok bool) {
	if i < 0 || c.seen[i] || c.objects[i].kind != dictKind {
		return nil, false
	}
	c.seen[i] = true
	o := &c.objects[i]
	for _, name := range keys {
		value, count := -1, 0
		for k := range o.count {
			if key := &c.objects[c.ref(o, k)]; key.kind == asciiKind && string(c.content(key)) == name {
				value = int(c.ref(o, o.count+k))
				count++
			}
		}
		if count != 1 {
			value = -1
		}
		values = append(values, value)
	}
	return values, true
}

// string returns the string that an object is, or "". It decodes each object once, since many
// resources have the same media type.
func (c *collector) string(i int) string {
	if i < 0 {
		return ""
	}
	s, ok := c.texts[i]
	if !ok {
		s = c.text(&c.objects[i])
		c.texts[i] = s
	}
	return s
}

// resource adds the resource that is the object i, if it is a document. The main resource of a page
// is HTML if it has no type.
func (c *collector) resource(i int, isMain bool) {
	v, ok := c.values(i, urlKey, typeKey, charsetKey, dataKey)
	if !ok {
		return
	}
	r := resource{url: c.string(v[0]), charset: c.string(v[2]), data: v[3]}
	if r.url != "" {
		c.urls[r.url] = true
	}
	mediaType, _, _ := strings.Cut(strings.ToLower(c.string(v[1])), ";")
	if r.mediaType = strings.TrimSpace(mediaType); r.mediaType == "" && isMain {
		r.mediaType = "text/html"
	}
	if r.data < 0 || c.objects[r.data].kind != dataKind || c.objects[r.data].count == 0 || !mediatype.Of(r.mediaType).IsArchived() {
		return
	}
	r.again = c.seen[r.data]
	c.seen[r.data] = true
	c.all = append(c.all, r)
}
