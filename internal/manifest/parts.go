package manifest

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A Part is the runs of one shard in a manifest that had the same directories, or those without a shard.
type Part struct {
	Manifest string // its name
	Shard    string // such as 3/16, or empty
	Runs     []*Section
	Ended    bool // its last run came to its end, or later runs have done its work

	file, last int // the indexes of the manifest, and of its last run there
}

// header returns the header of the last run.
func (p *Part) header() *Header { return &p.run().Header }

// run returns the last run.
func (p *Part) run() *Section { return p.Runs[len(p.Runs)-1] }

// Parts returns the parts of all manifests, in the order of their first runs.
func (s *Set) Parts() []*Part {
	var all []*Part
	for i, f := range s.files {
		all = append(all, f.parts(i)...)
	}
	for _, p := range all {
		p.Ended = p.run().End != nil || p.isDoneBy(all)
	}
	return all
}

// parts returns the parts of a manifest.
func (f *setFile) parts(file int) (all []*Part) {
	type which struct{ shard, input, output string }
	at := make(map[which]*Part)
	for i := range f.sections {
		run := &f.sections[i]
		w := which{run.Header.Shard, clean(run.Header.Input), clean(run.Header.Output)}
		p := at[w]
		if p == nil {
			p = &Part{Manifest: f.name, Shard: w.shard, file: file}
			at[w], all = p, append(all, p)
		}
		p.Runs, p.last = append(p.Runs, run), i
	}
	return all
}

// isDoneBy reports whether later runs of the same work came to their end: one of the same shard, one
// without a shard, or those of all shards.
func (p *Part) isDoneBy(all []*Part) bool {
	shards := make(map[string]bool)
	for _, q := range all {
		if shards[""] || shards[p.Shard] {
			return true
		}
		if q.run().End != nil && q.isAfter(p) && q.isSameWork(p) {
			shards[q.Shard] = true
		}
	}
	return shards[p.Shard] || shards[""] || isComplete(shards)
}

// isAfter reports whether the last run of q was after that of p. In one manifest, runs are in their
// order. Those of others may be of the same second.
func (q *Part) isAfter(p *Part) bool {
	if q.file == p.file {
		return q.last > p.last
	}
	return !q.header().Time.Before(p.header().Time)
}

// isSameWork reports whether the runs of two parts had the same files to do, which those of one manifest
// have. Files that were given by their names may be others in another manifest, unless they are shards.
func (q *Part) isSameWork(p *Part) bool {
	if q.file == p.file {
		return true
	}
	a, b := q.header(), p.header()
	same := clean(a.Input) == clean(b.Input) && clean(a.Output) == clean(b.Output)
	return same && (a.Input != "" || q.Shard != "" && p.Shard != "")
}

// Remarks returns what the user should know of the set: lines that cannot be read, shards that are
// missing, and runs that did not come to their end.
func (s *Set) Remarks() (remarks []string) {
	for _, f := range s.files {
		if f.scan.Torn > 0 {
			remarks = append(remarks, f.name+": its last line is not whole: a run is writing it, or was killed")
		}
		if f.scan.Bad > 0 {
			remarks = append(remarks, f.name+": "+f.scan.badLines())
		}
	}
	parts := s.Parts()
	for _, p := range parts {
		switch {
		case p.Ended:
		case p.Shard == "":
			remarks = append(remarks, p.Manifest+": its last run did not come to its end: run it again")
		default:
			remarks = append(remarks, p.Manifest+": the last run of shard "+p.Shard+" did not come to its end: run it again")
		}
	}
	return append(remarks, missing(parts)...)
}

// missing returns remarks on shards that are missing, and that no run without a shard has done. Shards
// may have had other names for a directory, on other machines. But if a shard is there for two
// directories, each directory is work of its own.
func missing(parts []*Part) (remarks []string) {
	all, each := make(map[string]bool), make(map[string]map[string]bool)
	whole := make(map[string]bool) // by directory; "*" is any
	for _, p := range parts {
		dir := p.directory()
		switch {
		case p.Shard == "" && slices.ContainsFunc(p.Runs, func(run *Section) bool { return run.End != nil }):
			whole[dir], whole["*"] = true, true
		case p.Shard != "":
			all[p.Shard] = true
			if each[dir] == nil {
				each[dir] = make(map[string]bool)
			}
			each[dir][p.Shard] = true
		}
	}
	sum := 0
	for _, shards := range each {
		sum += len(shards)
	}
	if sum == len(all) {
		each = map[string]map[string]bool{"*": all}
	}
	for _, dir := range slices.Sorted(maps.Keys(each)) {
		if shards := each[dir]; len(shards) > 0 && !whole[dir] && !isComplete(shards) {
			text := lacking(shards)
			if dir != "*" {
				text = dir + ": " + text
			}
			remarks = append(remarks, text)
		}
	}
	return remarks
}

// directory returns the directory of the results.
func (p *Part) directory() string {
	if h := p.header(); !h.InPlace() {
		return clean(h.Output)
	}
	return clean(p.header().Input)
}

// numberOf returns the number of shards of a text such as "3/16", or 0.
func numberOf(shard string) int {
	_, n, _ := strings.Cut(shard, "/")
	number, _ := strconv.Atoi(n)
	return number
}

// isComplete reports whether all shards of some number are among these, such as 1/2 and 2/2.
func isComplete(shards map[string]bool) bool {
	count := make(map[int]int)
	for shard := range shards {
		count[numberOf(shard)]++
	}
	for n, c := range count {
		if n > 0 && c >= n {
			return true
		}
	}
	return false
}

// lacking describes which shards are missing, or that the shards are of different numbers.
func lacking(shards map[string]bool) string {
	numbers := make(map[int]bool)
	for shard := range shards {
		numbers[numberOf(shard)] = true
	}
	if len(numbers) != 1 {
		return "the runs differ in the number of shards"
	}
	n := slices.Collect(maps.Keys(numbers))[0]
	const most = 20
	var first []string
	for i := 1; i <= n && len(first) < most; i++ {
		if shard := fmt.Sprintf("%d/%d", i, n); !shards[shard] {
			first = append(first, shard)
		}
	}
	if lacks := n - len(shards); lacks > most {
		return fmt.Sprintf("%d shards are missing, such as %s", lacks, strings.Join(first[:3], ", "))
	}
	return "shards are missing: " + strings.Join(first, ", ")
}
