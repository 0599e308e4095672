package webarchive

import (
	"strings"

	"github.com/hrefix/hrefix/internal/mediatype"
)

// maxDepth is how deep frames may be in each other.
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
	shared    bool // other objects refer to the content, too
	again     bool // a resource before this one has the same content
}

// A collector finds the resources of an archive.
type collector struct {
	*plist
	refs  []uint8
	seen  map[int]bool   // dictionaries and contents that were read
	texts map[int]string // strings that were read, by their numbers
	all   []resource
	urls  map[string]bool // of all resources
}

// resources returns the documents of an archive, and the URLs of all its resources.
func (p *plist) resources() ([]resource, map[string]bool, error) {
	refs, err := p.refs()
	if err != nil {
		return nil, nil, err
	}
	c := collector{plist: p, refs: refs, seen: make(map[int]bool), texts: make(map[int]string), urls: make(map[string]bool)}
	c.archive(p.top, 0)
	return c.all, c.urls, nil
}

// begins reports whether an object is a dictionary that was not read before. It marks the dictionary
// as read.
func (c *collector) begins(i int) bool {
	if i < 0 || c.seen[i] || c.get(i).kind != dictKind {
		return false
	}
	c.seen[i] = true
	return true
}

// archive adds the resources of an archive and of its frames. i is the number of its object, and depth
// the number of archives around it.
func (c *collector) archive(i, depth int) {
	if depth > maxDepth || !c.begins(i) {
		return
	}
	values := c.values(i, mainKey, subresourcesKey, framesKey)
	c.resource(values[0], true)
	c.array(values[1], func(i int) { c.resource(i, false) })
	c.array(values[2], func(i int) { c.archive(i, depth+1) })
}

// string returns the string that an object is, or "". It decodes each object once, since many
// resources have the same media type.
func (c *collector) string(i int) string {
	if i < 0 {
		return ""
	}
	s, ok := c.texts[i]
	if !ok {
		s = c.text(i)
		c.texts[i] = s
	}
	return s
}

// values returns the numbers of the values of keys in a dictionary. The number is -1 for a key that is
// missing, or that occurs several times.
func (c *collector) values(i int, keys ...string) []int {
	values, counts := make([]int, len(keys)), make([]int, len(keys))
	o := c.get(i)
	for k := range o.count {
		key := c.ref(&o, k)
		for n, name := range keys {
			if c.isKey(key, name) {
				values[n] = c.ref(&o, o.count+k)
				counts[n]++
			}
		}
	}
	for n := range keys {
		if counts[n] != 1 {
			values[n] = -1
		}
	}
	return values
}

// resource adds the resource that is the object i, if it is a document. The main resource of a page
// is HTML if it has no type.
func (c *collector) resource(i int, isMain bool) {
	if !c.begins(i) {
		return
	}
	v := c.values(i, urlKey, typeKey, charsetKey, dataKey)
	r := resource{url: c.string(v[0]), mediaType: c.string(v[1]), charset: c.string(v[2]), data: v[3]}
	if r.url != "" {
		c.urls[r.url] = true
	}
	r.mediaType, _, _ = strings.Cut(strings.ToLower(r.mediaType), ";")
	if r.mediaType = strings.TrimSpace(r.mediaType); r.mediaType == "" && isMain {
		r.mediaType = "text/html"
	}
	if r.data < 0 || c.get(r.data).kind != dataKind || c.get(r.data).count == 0 || !mediatype.Of(r.mediaType).IsArchived() {
		return
	}
	r.shared, r.again = c.refs[r.data] > 1, c.seen[r.data]
	c.seen[r.data] = true
	c.all = append(c.all, r)
}
