package crawl

import (
	"cmp"
	"time"
)

// A body is the body of a capture.
type body struct {
	at     Position
	status uint16
	kind   Kind
	rank   rank
}

// bodies has bodies by the keys by which revisits refer to them.
type bodies map[uint64]body

// add adds a body, unless the key is 0, or an earlier body has the key.
func (b bodies) add(key uint64, add body) {
	if old, ok := b[key]; key != 0 && (!ok || add.at.Before(old.at)) {
		b[key] = add
	}
}

// A revisit is a capture without a body of its own.
type revisit struct {
	entry // its kind is the kind by the media type in the head of the revisit; Other if it is not known
	keys  [3]uint64
	other string // the key of the URL that the revisit refers to, if it is another URL
}

// addRevisit adds a capture without a body. Settle finds the body.
func (x *Index) addRevisit(e *entry, c *Capture) {
	x.keep(e)
	r := revisit{entry: *e, keys: [3]uint64{keyOf("digest", c.Digest), 0, keyOf("id", c.RefersTo)}}
	if c.RefersURL != "" {
		_, other, _ := normalize(c.RefersURL)
		if other != r.key {
			r.other = other
		}
		if date := c.RefersAt; date != "" {
			if t, ok := ParseDate(date); ok {
				date = t.Format(time.RFC3339)
			}
			r.keys[1] = keyOf("capture", date+" "+other)
		}
	}
	x.revisits = append(x.revisits, r)
}

// keyOf returns the hash of a value of a kind, or 0 if the value is empty.
func keyOf(what, value string) uint64 {
	if value == "" {
		return 0
	}
	return hashOf(what + " " + value)
}

// addBodies adds the body of a capture, by its digest or, if it has no digest, by its other keys.
func (x *Index) addBodies(e *entry, c *Capture) {
	b := body{at: e.at, status: e.status, kind: e.kind, rank: e.rank}
	x.bodies.add(keyOf("digest", c.Digest), b)
	if c.Digest == "" {
		x.bodies.add(keyOf("id", c.ID), b)
		if !c.Date.IsZero() {
			x.bodies.add(keyOf("capture", c.Date.UTC().Format(time.RFC3339)+" "+e.key), b)
		}
	}
}

// settleRevisits finds the bodies of revisits.
func (x *Index) settleRevisits() {
	for i := range x.revisits {
		r := &x.revisits[i]
		b, ok := x.original(r)
		if !ok {
			x.leave(NoOriginal)
			continue
		}
		x.Counts.Revisits++
		if r.kind == Other { // otherwise the body may come from another URL, which has it with another type
			r.kind = b.kind
		}
		r.body, r.status, r.rank = b.at, b.status, b.rank
		x.offer(&r.entry)
	}
	x.bodies, x.revisits = nil, nil
}

// original returns the body that a revisit refers to. If no capture has one of its keys, the result is
// the body of the URL that the revisit refers to, since some revisits have no digest. A capture with
// another digest must also have the same date: its record was rewritten after it was captured.
func (x *Index) original(r *revisit) (b body, ok bool) {
	for _, key := range r.keys {
		if b, ok = x.bodies[key]; ok {
			return b, true
		}
	}
	e := x.entries.find(cmp.Or(r.other, r.key))
	if e == nil || e.rank != success || r.keys[0] != 0 && !r.refersTo(e) {
		return body{}, false
	}
	return body{at: e.body, status: e.status, kind: e.kind, rank: e.rank}, true
}

// refersTo reports whether a revisit refers to the capture that counts for a URL, by URL and date.
func (r *revisit) refersTo(e *entry) bool {
	return e.date != noDate && e.at == e.body && r.keys[1] == keyOf("capture", time.Unix(e.date, 0).UTC().Format(time.RFC3339)+" "+e.key)
}

// A conversion is a capture that was converted from another record. It has the status of that record.
type conversion struct {
	entry
	source uint64 // the key of the other record
}

// LeaveCapture leaves out a capture, and what was converted from it.
func (x *Index) LeaveCapture(c *Capture, why string) {
	x.leave(why)
	if c.Type != Conversion {
		x.addOther(c, useless)
	}
}

// addOther adds a capture that is no success.
func (x *Index) addOther(c *Capture, r rank) {
	x.others.add(keyOf("id", c.ID), body{at: c.At, status: uint16(c.Status), rank: r})
}

// settleConversions gives conversions the status of their sources, unless the source is a success.
func (x *Index) settleConversions() {
	for i := range x.conversions {
		c := &x.conversions[i]
		if source, ok := x.others[c.source]; ok {
			if source.rank == useless {
				x.leave(NoSource)
				continue
			}
			c.status = source.status
			switch {
			case c.rank == converted:
			case source.rank == redirect: // the conversion of a redirect counts less than the redirect
				c.rank = converted
			default:
				c.rank = source.rank
			}
		}
		x.offer(&c.entry)
	}
	x.conversions, x.others = nil, nil
}
