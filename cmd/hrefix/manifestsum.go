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
	Shards      []shardSummary           `json:"shards"`   // in the order of their manifests
	Remarks     []string                 `json:"remarks,omitempty"`
	Files       int                      `json:"files"`
	Outcomes    map[manifest.Outcome]int `json:"outcomes"`
	Bytes       int64                    `json:"bytes"`        // of inputs that were read
	OutputBytes int64                    `json:"output_bytes"` // of results
	manifest.Counts
	Seconds    float64          `json:"seconds"`            // the sum of all runs that came to their end
	CPUSeconds float64          `json:"cpu_seconds"`        // of processors, by these runs
	PerGB      float64          `json:"cpu_seconds_per_gb"` // for 10^9 bytes of inputs
	Failures   []manifestFailed `json:"failures"`

	measured int64 // bytes of inputs that these runs have read
}

// A shardSummary is the runs of a shard in a manifest. Files and failed files are those of the last run
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
	Path  string `json:"path"`
	Error string `json:"error"`
}

// sumManifests prints the summary of manifests.
func (c *command) sumManifests(set *manifest.Set) error {
	s := &manifestSummary{
		Verb: set.Header.Verb, Versions: make(map[string]int), Outcomes: make(map[manifest.Outcome]int), Remarks: set.Remarks(), Failures: []manifestFailed{},
	}
	set.Sections(s.addRun)
	if err := set.Records(s.addRecord); err != nil {
		return err
	}
	if s.measured > 0 {
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

// addRun adds a run.
func (s *manifestSummary) addRun(name string, run *manifest.Section) {
	i := slices.IndexFunc(s.Shards, func(other shardSummary) bool { return other.Manifest == name && other.Shard == run.Header.Shard })
	if i < 0 {
		i = len(s.Shards)
		s.Shards = append(s.Shards, shardSummary{Shard: run.Header.Shard, Manifest: name})
	}
	sh := &s.Shards[i]
	sh.Runs++
	sh.Ended = run.End != nil
	if run.End == nil {
		return
	}
	sh.Files, sh.Failed = run.End.Files, run.End.Failed
	sh.Seconds += run.End.Seconds
	sh.CPUSeconds += run.End.CPUSeconds
	s.Seconds += run.End.Seconds
	s.CPUSeconds += run.End.CPUSeconds
}

// addRecord adds the record of a file.
func (s *manifestSummary) addRecord(r *manifest.Record, run *manifest.Section) error {
	s.Files++
	s.Outcomes[r.Outcome]++
	s.Versions[r.Version]++
	switch {
	case r.Outcome == manifest.Failed:
		s.Failures = append(s.Failures, manifestFailed{r.Name.String(), r.Error})
		return nil
	case r.Outcome == manifest.Begun || r.Outcome == manifest.Passed:
		return nil
	}
	s.Bytes += r.Size
	if run.End != nil {
		s.measured += r.Size
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

// text returns the summary as text.
func (s *manifestSummary) text() string {
	var b strings.Builder
	var outcomes []string
	for _, o := range slices.Sorted(maps.Keys(s.Outcomes)) {
		outcomes = append(outcomes, fmt.Sprintf("%d %s", s.Outcomes[o], o))
	}
	fmt.Fprintf(&b, "%s: %s: %s\n", s.Verb, console.Plural(s.Files, "file"), strings.Join(outcomes, ", "))
	ended := 0
	for _, sh := range s.Shards {
		if sh.Ended {
			ended++
		}
	}
	fmt.Fprintf(&b, "%s, %d ended\n", console.Plural(len(s.Shards), "shard"), ended)
	for _, v := range slices.Sorted(maps.Keys(s.Versions)) {
		fmt.Fprintf(&b, "version %s: %s\n", v, console.Plural(s.Versions[v], "file"))
	}
	fmt.Fprintf(&b, "%d bytes read, %d bytes of results\n", s.Bytes, s.OutputBytes)
	fmt.Fprintf(&b, "%s, %d changed, %s, %d rewritten, %d left, %s\n", console.Plural(s.Documents, "document"), s.Changed,
		console.Plural(s.References, "reference"), s.Rewritten, s.Left, console.Plural(s.Notes, "note"))
	fmt.Fprintf(&b, "%.1f s, %.1f s of processors, %.1f for a gigabyte, without runs that did not end\n", s.Seconds, s.CPUSeconds, s.PerGB)
	for _, f := range s.Failures {
		fmt.Fprintf(&b, "failed: %s: %s\n", printable.String(f.Path), printable.String(f.Error))
	}
	return b.String()
}
