package main

import "time"

// A sampled peer does its work on the first messages of a large document only.
// The time of a round is scaled to the whole.
type sampled struct {
	peer
	limit  int       // bytes, for documents that are larger
	scales []float64 // whole to part
}

func (p *sampled) start(docs []document) error {
	var cut []document
	for _, d := range docs {
		part := d.head(p.limit)
		cut = append(cut, part)
		p.scales = append(p.scales, float64(len(d.data))/float64(len(part.data)))
	}
	return p.peer.start(cut)
}

func (p *sampled) check(doc int) (int, error) {
	links, err := p.peer.check(doc)
	if links > 0 {
		links = int(float64(links) * p.scales[doc])
	}
	return links, err
}

func (p *sampled) round(doc, times int) (time.Duration, error) {
	took, err := p.peer.round(doc, times)
	return time.Duration(float64(took) * p.scales[doc]), err
}
