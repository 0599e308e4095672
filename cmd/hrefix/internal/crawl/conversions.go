package crawl

import "sort"

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
	if key := keyOf("id", c.ID); key != 0 {
		x.others.add(body{key: key, at: c.At, status: uint16(c.Status), rank: r})
	}
}

// settleConversions finds the status of conversions.
func (x *Index) settleConversions() {
	if x.conversions.n > 0 {
		sort.Sort(&x.others)
	}
	for i := range x.conversions.n {
		c := x.conversions.at(i)
		if source := x.others.find(c.source); source != nil && !c.settle(source) {
			x.leave(NoSource)
			continue
		}
		x.offer(&c.entry)
	}
	x.conversions, x.others = list[conversion]{}, bodies{}
}

// settle gives a conversion the status of its source, which is no success. The body of a redirect
// counts less than the redirect. ok is false if the source is left out.
func (c *conversion) settle(source *body) (ok bool) {
	c.status = source.status
	switch {
	case c.rank == converted:
	case source.rank == redirect:
		c.rank = converted
	default:
		c.rank = source.rank
	}
	return source.rank != useless
}
