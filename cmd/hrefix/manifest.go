package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/ordered"
	"github.com/hrefix/hrefix/internal/manifest"
	"github.com/hrefix/hrefix/internal/printable"
)

// manifestFlags are the flags of the verb manifest, as given.
type manifestFlags struct {
	output string
	inputs bool
	input  string
}

// manifests returns the verb manifest.
func (c *command) manifests() *cobra.Command {
	verb := &cobra.Command{
		Use: "manifest verify|summary FILE...", Short: "Verify or sum up what runs with --manifest have done",
		Args: func(cmd *cobra.Command, args []string) error {
			names := []string{"verify", "summary"}
			switch {
			case len(args) > 0 && args[0] == "merge":
				return errors.New("manifest merge: manifests are not merged any more: give those of all shards to verify and summary, and leave each shard its own")
			case len(args) > 0:
				return fmt.Errorf("manifest %q: no such verb: give %s%s", args[0], anyOf(names), suggest(names, args[0]))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	f := &c.flags.manifests
	verify := &cobra.Command{
		Use: "verify FILE...", Short: "Compare results with manifests, and exit with 1 if any differs",
		Example: "  hrefix manifest verify crawl.jsonl\n  hrefix manifest verify --inputs crawl-*.jsonl",
		RunE:    func(_ *cobra.Command, args []string) error { return c.verifyManifests(args) },
	}
	verify.Flags().StringVarP(&f.output, "output", "o", "", "the results are in `DIR`, and not where the runs wrote them")
	verify.Flags().BoolVar(&f.inputs, "inputs", false, "compare the inputs, too")
	verify.Flags().StringVar(&f.input, "input", "", "compare the inputs, too, which are in `DIR`, and not where the runs read them")
	verb.AddCommand(verify, &cobra.Command{
		Use: "summary FILE...", Short: "Print what runs have done, how long it took, and what failed",
		Example: "  hrefix manifest summary crawl-*.jsonl\n  hrefix manifest summary --json crawl.jsonl",
		RunE:    func(_ *cobra.Command, args []string) error { return c.sumManifests(args) },
	})
	return verb
}

// eachManifest reads manifests, reports what is odd about them, and calls do with each.
func (c *command) eachManifest(names []string, do func(name string, log *manifest.Log) error) error {
	if len(names) == 0 {
		return errors.New("no FILE was given: name the manifests")
	}
	for _, name := range names {
		if err := c.withManifest(name, do); err != nil {
			return fmt.Errorf("%s: %w", name, cause.Of(err))
		}
	}
	return nil
}

func (c *command) withManifest(name string, do func(string, *manifest.Log) error) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() { // opening a pipe would wait for its writer
		return errors.New("is not a regular file: give the name of one")
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close() // it was only read
	log, err := manifest.ReadLog(file, func(*manifest.Line) error { return nil })
	switch {
	case errors.Is(err, manifest.ErrNoManifest) || err == nil && log.Header == nil:
		return errors.New("is not a manifest: give the FILE of a --manifest")
	case err != nil:
		return err
	case !log.Ended:
		c.Report("%s: its last run has not come to its end: wait for it, or run it again", name)
	}
	return do(name, log)
}

// A verified file is a result or an input that a record names. The JSON keys are stable.
type verified struct {
	manifest.Name        // of the input, as in the manifest
	File          string `json:"file,omitempty"` // that differs
	FileBase64    []byte `json:"file_base64,omitempty"`
	Fault         string `json:"fault"`           // see docs/reference.md
	Error         string `json:"error,omitempty"` // of a record that failed

	file   string // its name
	dir    string // the directory that the file has to be in: no run writes a path that leads out of it; or ""
	at     string // its path there
	digest string // that was recorded
	size   int64  // that was recorded
	what   string // the fault as text
}

// A verification compares results, and inputs, with their records.
type verification struct {
	c             *command
	queue         *ordered.Queue[*verified]
	files, differ int
	odd           bool // a last run did not come to its end
}

// verifyManifests compares results, and inputs, with their records.
func (c *command) verifyManifests(names []string) error {
	pool := ordered.NewPool(max(1, min(c.flags.jobs, runtime.NumCPU())))
	defer pool.Close()
	v := &verification{c: c}
	v.queue = ordered.NewQueue(pool, func(file *verified, _ bool) { file.check() }, v.count)
	err := c.eachManifest(names, v.verify)
	if err = errors.Join(err, v.queue.Wait()); err != nil {
		return err
	}
	c.Report("%s compared, %d as recorded", console.Plural(v.files, "file"), v.files-v.differ)
	if v.differ > 0 || v.odd {
		return errCheck
	}
	return nil
}

// count counts a file that was compared, and prints it if it differs.
func (v *verification) count(file *verified) error {
	v.files++
	if file.Fault == "" {
		return nil
	}
	v.differ++
	return v.c.printVerified(file)
}

// verify compares the files of a manifest.
func (v *verification) verify(_ string, log *manifest.Log) error {
	v.odd = v.odd || !log.Ended
	f, of := &v.c.flags.manifests, log.Header
	in := cmp.Or(f.input, of.Input)
	out := cmp.Or(f.output, of.Output)
	if of.InPlace() {
		out = cmp.Or(f.output, in)
	}
	if err := checkDir(out, "-o", of); err != nil {
		return err
	}
	inputs := (f.inputs || f.input != "") && !of.InPlace()
	if inputs {
		if err := checkDir(in, "--input", of); err != nil {
			return err
		}
	}
	return log.Records(func(r *manifest.Record) error {
		result := newVerified(r, r.Result(), out, of.Output != "")
		switch {
		case r.Outcome == manifest.Failed:
			result.Fault, result.Error, result.what = "failed", r.Error, "failed: "+r.Error
		case r.Outcome == manifest.Begun:
			result.Fault, result.what = "begun", "no run has recorded its end: run it again"
		}
		if result.Fault != "" || result.digest != "" {
			if err := v.queue.Add(result, 1); err != nil {
				return err
			}
		}
		if !inputs || r.Digest == "" || r.Range != nil && r.Range.Start > 0 { // the ranges of a file have one input
			return nil
		}
		return v.queue.Add(newVerified(r, &manifest.File{Name: r.Name, State: r.State}, in, of.Input != ""), 1)
	})
}

// newVerified returns a file of a record in a directory. within says that it must not be elsewhere.
func newVerified(r *manifest.Record, file *manifest.File, dir string, within bool) *verified {
	dir, at := filepath.FromSlash(dir), filepath.FromSlash(file.Name.String())
	v := &verified{Name: r.Name, file: filepath.Join(dir, at), at: at, digest: file.Digest, size: file.Size}
	if within {
		v.dir = dir
	}
	return v
}

// checkDir returns an error if a directory of a run is not there: flag gives another one.
func checkDir(dir, flag string, of *manifest.Header) error {
	dir = cmp.Or(filepath.FromSlash(dir), ".")
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("%s: no such directory: give %s DIR, or go to %s, where the run was", printable.String(dir), flag, printable.String(of.Dir))
}

// check sets the fault of a file that is not as it was recorded.
func (v *verified) check() {
	if v.Fault != "" {
		return
	}
	digest, err := v.read()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		v.Fault, v.what = "missing", "is missing"
	case err != nil:
		v.Fault, v.Error, v.what = "unreadable", cause.Of(err).Error(), "cannot be read: "+cause.Of(err).Error()
	case digest != v.digest:
		v.Fault, v.what = "changed", "has changed since it was recorded"
	}
}

// read returns the digest of the file, or "" if its size differs.
func (v *verified) read() (string, error) {
	dir, at := v.dir, v.at
	if dir == "" {
		real, err := filepath.EvalSymlinks(v.file)
		if err != nil {
			return "", err
		}
		dir, at = filepath.Dir(real), filepath.Base(real)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", err
	}
	defer root.Close() // it was only read
	info, err := root.Stat(at)
	switch {
	case err != nil:
		return "", err
	case !info.Mode().IsRegular(): // a pipe would wait for its writer
		return "", errors.New("is not a regular file any more")
	case info.Size() != v.size:
		return "", nil
	}
	f, err := root.Open(at)
	if err != nil {
		return "", err
	}
	defer f.Close() // it was only read
	return manifest.Digest(f)
}

// printVerified prints a file that differs.
func (c *command) printVerified(v *verified) error {
	if c.JSON {
		name := manifest.NameOf(v.file)
		v.File, v.FileBase64 = name.Path, name.PathBase64
		return console.WriteJSON(c.Stdout, v)
	}
	_, err := io.WriteString(c.Stdout, fmt.Sprintf("%s: %s\n", printable.String(v.file), v.what))
	return err
}

// A manifestSummary is what the runs of a manifest have done, or those of all. The JSON keys are stable.
type manifestSummary struct {
	Manifest    string                   `json:"manifest,omitempty"` // its name; not for all
	Verb        string                   `json:"verb,omitempty"`
	Shard       string                   `json:"shard,omitempty"`
	Ended       bool                     `json:"ended"`
	Files       int                      `json:"files"`
	Outcomes    map[manifest.Outcome]int `json:"outcomes"`
	Bytes       int64                    `json:"bytes"`        // of inputs that were read
	OutputBytes int64                    `json:"output_bytes"` // of results
	manifest.Counts
	Seconds    float64 `json:"seconds"`     // of all runs that came to their end
	CPUSeconds float64 `json:"cpu_seconds"` // of processors, by these runs
}

// sumManifests prints a summary of each manifest, and of all.
func (c *command) sumManifests(names []string) error {
	all := &manifestSummary{Ended: true, Outcomes: make(map[manifest.Outcome]int)}
	err := c.eachManifest(names, func(name string, log *manifest.Log) error {
		s := &manifestSummary{Manifest: name, Verb: log.Header.Verb, Shard: log.Header.Shard, Ended: true, Outcomes: make(map[manifest.Outcome]int)}
		for _, sum := range []*manifestSummary{s, all} {
			sum.Ended = sum.Ended && log.Ended
			sum.Seconds = math.Round((sum.Seconds+log.Seconds)*1000) / 1000
			sum.CPUSeconds = math.Round((sum.CPUSeconds+log.CPUSeconds)*1000) / 1000
		}
		err := log.Records(func(r *manifest.Record) error {
			s.add(r)
			all.add(r)
			return nil
		})
		if err != nil {
			return err
		}
		return c.printSummary(s)
	})
	if err != nil || len(names) == 1 {
		return err
	}
	return c.printSummary(all)
}

// add adds a file, or a range of its bytes.
func (s *manifestSummary) add(r *manifest.Record) {
	s.Outcomes[r.Outcome]++
	if r.Range == nil || r.Range.Start == 0 {
		s.Files++
	}
	switch {
	case !r.IsDone() || r.Outcome == manifest.Passed: // it was not read
	case r.Range != nil:
		s.Bytes += r.Range.End - r.Range.Start
	default:
		s.Bytes += r.Size
	}
	if r.Output != nil && r.IsDone() {
		s.OutputBytes += r.Output.Size
	}
	if c := r.Counts; c != nil && r.IsDone() {
		s.Documents += c.Documents
		s.Changed += c.Changed
		s.References += c.References
		s.Rewritten += c.Rewritten
		s.Left += c.Left
		s.Notes += c.Notes
	}
}

// printSummary prints a summary.
func (c *command) printSummary(s *manifestSummary) error {
	if c.JSON {
		return console.WriteJSON(c.Stdout, s)
	}
	of := "all"
	if s.Manifest != "" {
		of = printable.String(s.Manifest) + ": " + s.Verb
	}
	if s.Shard != "" {
		of += ", shard " + s.Shard
	}
	var outcomes []string
	for _, o := range slices.Sorted(maps.Keys(s.Outcomes)) {
		outcomes = append(outcomes, fmt.Sprintf("%d %s", s.Outcomes[o], o))
	}
	_, err := fmt.Fprintf(c.Stdout, "%s: %s: %s; %d bytes read, %d bytes of results; %s, %d changed, %s, %d rewritten, %d left, %s; %.1f s, %.1f s of processors\n",
		of, console.Plural(s.Files, "file"), strings.Join(outcomes, ", "), s.Bytes, s.OutputBytes, console.Plural(s.Documents, "document"), s.Changed,
		console.Plural(s.References, "reference"), s.Rewritten, s.Left, console.Plural(s.Notes, "note"), s.Seconds, s.CPUSeconds)
	return err
}
