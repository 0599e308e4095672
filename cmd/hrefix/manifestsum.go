package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/internal/manifest"
	"github.com/hrefix/hrefix/internal/printable"
)

// A manifestSummary is what runs have done. The JSON keys are stable.
type manifestSummary struct {
	Verb        string                   `json:"verb"`
	Versions    map[string]int           `json:"versions"` // files by the version that did them
	Shards      []shardSummary           `json:"shards"`   // and runs without one, in the order of their manifests
	Remarks     []string                 `json:"remarks,omitempty"`
	Files       int                      `json:"files"`
	Ranges      int                      `json:"ranges,omitempty"` // parts of files that have records of their own
	Outcomes    map[manifest.Outcome]int `json:"outcomes"`
	Bytes       int64                    `json:"bytes"`        // of inputs that were read
	OutputBytes int64                    `json:"output_bytes"` // of results
	manifest.Counts
	Seconds    float64          `json:"seconds"`            // the sum of all runs that came to their end
	CPUSeconds float64          `json:"cpu_seconds"`        // of processors, by these runs
	PerGB      float64          `json:"cpu_seconds_per_gb"` // for 10^9 bytes of inputs, 0 if less than leastRate was read
	Failures   []manifestFailed `json:"failures"`

	measured int64           // bytes of inputs that runs with known CPUSeconds have read
	parted   map[string]bool // the files of the ranges
}

// leastRate is the least number of bytes for which a rate has a meaning. With fewer, the time is that of
// starting the command.
const leastRate = 10e6

// A shardSummary is the runs of a shard in a manifest, or those without a shard. Files and failed files are those of the last run
// that came to its end.
type shardSummary struct {
	Shard      string  `json:"shard,omitempty"`
	Manifest   string  `json:"manifest"`
	Runs       int     `json:"runs"`
	Ended      bool    `json:"ended"`
	Files      int     `json:"files"`
	Failed     int     `json:"failed"`
	Seconds    float64 `json:"seconds"`
	CPUSeconds float64 `json:"cpu_seconds"`
}

// A manifestFailed is a file that failed.
type manifestFailed struct {
	manifest.Name
	Error string `json:"error"`
}

// sumManifests prints the summary of manifests.
func (c *command) sumManifests(set *manifest.Set) error {
	s := &manifestSummary{
		Verb: set.Header.Verb, Versions: make(map[string]int), Outcomes: make(map[manifest.Outcome]int), Remarks: set.Remarks(), Failures: []manifestFailed{},
	}
	for _, p := range set.Parts() {
		s.addPart(p)
	}
	if err := set.Records(s.addRecord); err != nil {
		return err
	}
	if s.measured >= leastRate {
		s.PerGB = s.CPUSeconds * 1e9 / float64(s.measured)
	}
	s.round()
	if c.JSON {
		return console.WriteJSON(c.Stdout, s)
	}
	_, err := fmt.Fprint(c.Stdout, s.text())
	return err
}

// round rounds the times of the summary, which are sums, to milliseconds.
func (s *manifestSummary) round() {
	times := []*float64{&s.Seconds, &s.CPUSeconds, &s.PerGB}
	for i := range s.Shards {
		times = append(times, &s.Shards[i].Seconds, &s.Shards[i].CPUSeconds)
	}
	for _, t := range times {
		*t = math.Round(*t*1000) / 1000
	}
}

// addPart adds the runs of a shard.
func (s *manifestSummary) addPart(p *manifest.Part) {
	sh := shardSummary{Shard: p.Shard, Manifest: p.Manifest, Runs: len(p.Runs), Ended: p.Ended}
	for _, run := range p.Runs {
		if run.End != nil {
			sh.Files, sh.Failed = run.End.Files, run.End.Failed
			sh.Seconds += run.End.Seconds
			sh.CPUSeconds += run.End.CPUSeconds
		}
	}
	s.Seconds += sh.Seconds
	s.CPUSeconds += sh.CPUSeconds
	s.Shards = append(s.Shards, sh)
}

// addRecord adds the record of a file.
func (s *manifestSummary) addRecord(r *manifest.Record, run *manifest.Section) error {
	if r.Range != nil {
		s.addRange(r)
	} else {
		s.Files++
	}
	s.Outcomes[r.Outcome]++
	s.Versions[r.Version]++
	switch {
	case r.Outcome == manifest.Failed:
		s.Failures = append(s.Failures, manifestFailed{r.Name, r.Error})
		return nil
	case r.Outcome == manifest.Begun || r.Outcome == manifest.Passed:
		return nil
	}
	size := r.Size
	if r.Range != nil {
		size = r.Range.End - r.Range.Start
	}
	s.Bytes += size
	if run.End != nil && run.End.CPUSeconds > 0 {
		s.measured += size
	}
	if r.Output != nil {
		s.OutputBytes += r.Output.Size
	}
	if c := r.Counts; c != nil {
		s.Documents += c.Documents
		s.Changed += c.Changed
		s.References += c.References
		s.Rewritten += c.Rewritten
		s.Left += c.Left
		s.Notes += c.Notes
	}
	return nil
}

// addRange counts a part of a file, and the file once.
func (s *manifestSummary) addRange(r *manifest.Record) {
	s.Ranges++
	if s.parted == nil {
		s.parted = make(map[string]bool)
	}
	if name := r.Name.String(); !s.parted[name] {
		s.parted[name] = true
		s.Files++
	}
}

// shardText returns how many shards there are, and how many runs without one, and how many have ended.
func (s *manifestSummary) shardText() string {
	ended, numbers := make(map[string]bool), make(map[string]bool)
	whole, wholeEnded := 0, 0
	for _, sh := range s.Shards {
		switch _, n, _ := strings.Cut(sh.Shard, "/"); {
		case sh.Shard != "":
			ended[sh.Shard], numbers[n] = ended[sh.Shard] || sh.Ended, true
		case sh.Ended:
			wholeEnded++
			fallthrough
		default:
			whole++
		}
	}
	var texts []string
	if all := len(ended); all > 0 {
		maps.DeleteFunc(ended, func(_ string, ended bool) bool { return !ended })
		of := strings.Join(slices.Sorted(maps.Keys(numbers)), " or ")
		texts = append(texts, fmt.Sprintf("shards: %d of %s, %d ended", all, of, len(ended)))
	}
	if whole > 0 {
		texts = append(texts, fmt.Sprintf("without a shard: %d, %d ended", whole, wholeEnded))
	}
	return strings.Join(texts, "; ")
}

// text returns the summary as text.
func (s *manifestSummary) text() string {
	var b strings.Builder
	var outcomes []string
	for _, o := range slices.Sorted(maps.Keys(s.Outcomes)) {
		outcomes = append(outcomes, fmt.Sprintf("%d %s", s.Outcomes[o], o))
	}
	files := console.Plural(s.Files, "file")
	if s.Ranges > 0 {
		files += " in " + console.Plural(s.Ranges, "range")
	}
	fmt.Fprintf(&b, "%s: %s: %s\n", s.Verb, files, strings.Join(outcomes, ", "))
	fmt.Fprintln(&b, s.shardText())
	for _, v := range slices.Sorted(maps.Keys(s.Versions)) {
		fmt.Fprintf(&b, "version %s: %s\n", v, console.Plural(s.Versions[v], "file"))
	}
	fmt.Fprintf(&b, "%d bytes read, %d bytes of results\n", s.Bytes, s.OutputBytes)
	fmt.Fprintf(&b, "%s, %d changed, %s, %d rewritten, %d left, %s\n", console.Plural(s.Documents, "document"), s.Changed,
		console.Plural(s.References, "reference"), s.Rewritten, s.Left, console.Plural(s.Notes, "note"))
	cpu := "processors not known"
	if s.CPUSeconds > 0 {
		cpu = fmt.Sprintf("%.1f s of processors", s.CPUSeconds)
	}
	if s.PerGB > 0 {
		cpu += fmt.Sprintf(", %.1f for a gigabyte", s.PerGB)
	}
	fmt.Fprintf(&b, "%.1f s, %s, without runs that did not end\n", s.Seconds, cpu)
	for _, f := range s.Failures {
		fmt.Fprintf(&b, "failed: %s: %s\n", printable.String(f.Name.String()), printable.String(f.Error))
	}
	return b.String()
}
