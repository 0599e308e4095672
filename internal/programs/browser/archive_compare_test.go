//go:build unix

package browser

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// nowhere replaces the URL of an archive's file, so that URLs resolved against it can be
// recognised.
const nowhere = "nowhere://archive/dir/page.mhtml"

// archive compares the content loaded by an archive and by its rewritten form.
//
// A document without a location has the URL of the archive's file, so the targets of its
// links depend on where the file is. If hrefix has a base for it, they must lead there
// instead.
func (t *tally) archive(a *archive, original, rewritten *form) {
	place := nowhere
	if rewritten.base != "" {
		place = rewritten.base
	}
	before := len(t.differ)
	t.frame(a.name, original.shown.moved(original.file, place), rewritten.shown.moved(rewritten.file, nowhere))
	for i := range t.differ[before:] {
		if d := &t.differ[before+i]; a.known != nil && strings.HasPrefix(d.Place, gained) && !a.known[d.gain()] {
			d.Place = "wrongly " + d.Place
		}
	}
}

// moved returns s as if the archive's file had the URL place.
func (s *shown) moved(file, place string) *shown {
	if s.Base != "file://"+file {
		return s
	}
	return s.mapURLs(func(url string) string { return moveURL(url, file, place) })
}

// mapURLs returns s with f applied to its URLs.
func (s *shown) mapURLs(f func(string) string) *shown {
	m := *s
	m.Refs, m.Frames = mapRefs(s.Refs, f), slices.Clone(s.Frames)
	m.Resources = make(map[string]resource)
	m.Sheets, m.Styles = make(map[string][]ref), make(map[string][]ref)
	for url, r := range s.Resources {
		m.Resources[f(url)] = r
	}
	for url, refs := range s.Sheets {
		m.Sheets[f(url)] = mapRefs(refs, f)
	}
	for place, refs := range s.Styles {
		m.Styles[place] = mapRefs(refs, f)
	}
	for i := range m.Frames {
		m.Frames[i] = m.Frames[i].mapURLs(f)
	}
	return &m
}

func mapRefs(refs []ref, f func(string) string) []ref {
	refs = slices.Clone(refs)
	for i := range refs {
		refs[i].URL = f(refs[i].URL)
	}
	return refs
}

// moveURL returns the URL that a URL resolved against file would be if file had the URL
// place. place must have a path with two folders.
func moveURL(url, file, place string) string {
	own := "file://" + file
	scheme, rest, _ := strings.Cut(place, "://")
	host, _, _ := strings.Cut(rest, "/")
	for _, p := range [][2]string{
		{own, place}, {folder(own), folder(place)}, {parent(own), parent(place)},
		{"file:///", scheme + "://" + host + "/"}, {"file://", scheme + "://"},
	} {
		if rest, ok := strings.CutPrefix(url, p[0]); ok {
			return p[1] + rest
		}
	}
	return url
}

// folder returns a URL up to its last slash, parent up to the slash before that.
func folder(url string) string { return url[:strings.LastIndexByte(url, '/')+1] }
func parent(url string) string { return folder(strings.TrimSuffix(folder(url), "/")) }

// frame compares two frames, and those in them.
func (t *tally) frame(name string, want, got *shown) {
	if want.isBlank() && !got.isBlank() {
		t.differ = append(t.differ, difference{name, gained + "frame", "", "frame", "", ""})
		return
	}
	before := len(t.differ)
	t.lists(name, want.Refs, got.Refs)
	t.maps(name, want.Sheets, got.Sheets)
	t.maps(name, want.Styles, got.Styles)
	for _, url := range keys(want.Resources, got.Resources) {
		w, g := want.Resources[url], got.Resources[url]
		t.compared++
		if w.String() != g.String() {
			t.differ = append(t.differ, difference{name, "resource", url, "network", w.String(), g.String()})
		}
	}
	if w, g := len(want.Frames), len(got.Frames); w != g {
		t.differ = append(t.differ, difference{name, structural, "", "frames", fmt.Sprint(w), fmt.Sprint(g)})
	}
	classify(t.differ[before:])
	for i := range min(len(want.Frames), len(got.Frames)) {
		t.frame(fmt.Sprintf("%s, frame %d", name, i+1), want.Frames[i], got.Frames[i])
	}
}

// maps compares lists by their names. A list that the original does not have exists because
// something else was gained.
func (t *tally) maps(name string, want, got map[string][]ref) {
	for _, key := range keys(want, got) {
		w, g := want[key], got[key]
		if len(g) > 0 && g[0].URL != nothing && (len(w) == 0 || w[0].URL == nothing) {
			t.differ = append(t.differ, difference{name, g[0].Place, key, g[0].Via, nothing, g[0].URL})
		} else if len(w) > 0 {
			t.lists(name, w, g)
		}
	}
}

// keys returns the keys of two maps, sorted.
func keys[V any](a, b map[string]V) []string {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return slices.Sorted(maps.Keys(all))
}

// lists compares two lists of references and facts.
func (t *tally) lists(name string, want, got []ref) {
	t.compare(&document{name: name}, reading{Refs: want}, reading{Refs: got}, nil)
}

func (r resource) String() string {
	switch {
	case r.URL == "":
		return nothing
	case r.Failed || r.Canceled:
		return r.Type + " failed"
	}
	return r.Type + " " + r.MimeType + " " + r.Digest
}

// nothing is the reported digest of content that was not loaded.
const nothing = "nothing"

// gained is the prefix of the place of a gain: in the original a link leads nowhere or
// nothing is loaded, and in the rewritten form it is.
const gained = "gained "

// classify marks the differences of a frame that are gains.
func classify(all []difference) {
	gains := 0
	for i := range all {
		if d := &all[i]; d.isGain() {
			d.Place = gained + d.via
			gains++
		}
	}
	for i := range all {
		if d := &all[i]; gains > 0 && d.via == "box" { // gained content changes the size of the box
			d.Place = gained + d.via
		}
	}
}

// isGain reports whether a link that leads nowhere in the original leads somewhere.
func (d *difference) isGain() bool {
	nowhere := d.want == nothing || strings.HasPrefix(d.want, "invalid:")
	return nowhere && d.got != nothing && !strings.HasPrefix(d.got, "invalid:")
}

// gain returns the URL that was gained.
func (d *difference) gain() string {
	switch d.via {
	case "network":
		return d.Raw
	case "image":
		return d.got[:strings.LastIndexByte(d.got, ' ')]
	case "rules":
		return d.Raw // the URL of the sheet
	}
	return d.got
}
