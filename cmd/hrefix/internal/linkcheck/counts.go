package linkcheck

// Counts are the numbers of links, by where they lead.
type Counts struct {
	Links   int            // all
	Outside map[string]int // by host
	Skipped map[string]int // by scheme, or by why else
}

// outside counts a link to another site.
func (c *Counts) outside(host string) {
	if c.Outside == nil {
		c.Outside = make(map[string]int)
	}
	c.Outside[host]++
}

// skip counts a link that no file can answer.
func (c *Counts) skip(why string) {
	if c.Skipped == nil {
		c.Skipped = make(map[string]int)
	}
	c.Skipped[why]++
}

// Add adds the counts of o.
func (c *Counts) Add(o *Counts) {
	c.Links += o.Links
	for host, n := range o.Outside {
		if c.Outside == nil {
			c.Outside = make(map[string]int)
		}
		c.Outside[host] += n
	}
	for why, n := range o.Skipped {
		if c.Skipped == nil {
			c.Skipped = make(map[string]int)
		}
		c.Skipped[why] += n
	}
}
