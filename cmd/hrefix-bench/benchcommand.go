package main

// commandSection measures the command as a whole.
func (b *bench) commandSection() (*section, error) {
	mail, err := b.mail()
	if err != nil {
		return nil, err
	}
	hrefix, err := buildCommand(b.shop, b.root)
	if err != nil {
		return nil, err
	}
	c := commandBench{shop: b.shop, hrefix: hrefix, files: b.files, rounds: fewer(b.rounds), round: b.cores.table()}
	start, err := c.startUp()
	if err != nil {
		return nil, err
	}
	tree, err := c.inPlace()
	if err != nil {
		return nil, err
	}
	jobs, err := c.jobs(mail[0].data)
	if err != nil {
		return nil, err
	}
	return &section{
		title: "The command",
		text:  "Wall-clock time, all cores free. The small files are on " + fileSystem(b.files) + ".",
		table: comparisons(start, tree, jobs),
		bounds: []bound{
			{what: "start-up: `hrefix resolve`", want: 10, most: true, unit: " ms", got: start.milliseconds()},
			{what: "10,000 small files in place, `cp -r` = 1", want: 3, most: true, got: tree.ratio(0, 1)},
			{what: "time of `-j 1`, `-j 2` = 1", want: 1.8, got: jobs.ratio(1, 0)},
		},
	}, nil
}

// comparisons returns a table of them.
func comparisons(list ...comparison) *table {
	t := &table{header: []string{"what", "command", ">ms", "against", ">ms", ">ratio"}}
	for _, c := range list {
		if c.absent != "" {
			t.add(c.what, c.ours, "–", c.absent, "–", "–")
			continue
		}
		t.add(c.what, c.ours, milli(c.times[0]), c.other, milli(c.times[1]), number(c.times[0]/c.times[1]))
	}
	return t
}

func milli(seconds float64) string { return number(seconds * 1000) }

// milliseconds returns our time as a figure.
func (c *comparison) milliseconds() []figure {
	return []figure{{value: c.times[0] * 1000}}
}

// ratio returns one time divided by the other as a figure, or no figure if they were not
// measured.
func (c *comparison) ratio(i, j int) []figure {
	if c.absent != "" {
		return nil
	}
	return []figure{{value: c.times[i] / c.times[j]}}
}
