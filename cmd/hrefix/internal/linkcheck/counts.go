package linkcheck

// Counts are the numbers of links, by their targets.
type Counts struct {
	Records int            // documents of web archives
	Links   int            // all links
	Served  int            // links that lead to files only on a server: they begin with "/", or name a directory
	Outside map[string]int // links to other sites, by host
	Skipped map[string]int // links that were not checked, by scheme or other reason
}

// outside counts a link to another site.
func (c *Counts) outside(host string) { add(&c.Outside, host, 1) }

// skip counts a link that no file can answer.
func (c *Counts) skip(why string) { add(&c.Skipped, why, 1) }

// Add adds the counts of o.
func (c *Counts) Add(o *Counts) {
	c.Records += o.Records
	c.Links += o.Links
	c.Served += o.Served
	for host, n := range o.Outside {
		add(&c.Outside, host, n)
	}
	for why, n := range o.Skipped {
		add(&c.Skipped, why, n)
	}
}

// add adds n to a count. It makes the map if that is nil.
func add(counts *map[string]int, name string, n int) {
	if *counts == nil {
		*counts = make(map[string]int)
	}
	(*counts)[name] += n
}
