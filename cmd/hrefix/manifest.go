package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
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
		RunE:    c.verifyManifests,
	}
	verify.Flags().StringVarP(&f.output, "output", "o", "", "the results are in `DIR`, and not where the runs wrote them")
	verify.Flags().BoolVar(&f.inputs, "inputs", false, "compare the inputs, too")
	verify.Flags().StringVar(&f.input, "input", "", "compare the inputs, too, which are in `DIR`, and not where the runs read them")
	verb.AddCommand(verify, &cobra.Command{
		Use: "summary FILE...", Short: "Print what runs have done, how long it took, and what failed",
		Example: "  hrefix manifest summary crawl-*.jsonl\n  hrefix manifest summary --json crawl.jsonl",
		RunE:    c.sumManifests,
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
	defer file.Close() // the file was only read
	log, err := manifest.ReadLog(file)
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
	manifest.Name        // the name of the input, as in the manifest
	File          string `json:"file,omitempty"` // the file that differs
	FileBase64    []byte `json:"file_base64,omitempty"`
	Fault         string `json:"fault"` // a key of faultTexts
	Error         string `json:"error,omitempty"`

	file   *manifest.File // the file as it was recorded
	dir    string         // the directory of the file
	within bool           // the file must be in dir: no run writes a path that leads out of the directory
}

// faultTexts are the faults of files. The error follows.
var faultTexts = map[string]string{
	"missing":    "is missing",
	"changed":    "has changed since it was recorded",
	"unreadable": "cannot be read",
	"failed":     "failed",
	"begun":      "no run has recorded its end: run it again",
}

// verifyManifests compares results, and inputs, with their records, and prints the files that differ.
func (c *command) verifyManifests(_ *cobra.Command, names []string) error {
	pool := job.NewPool(max(1, min(c.flags.jobs, runtime.NumCPU())))
	defer pool.Close()
	files, differ, ended := 0, 0, true
	queue := job.NewQueue(pool, func(v *verified, _ bool) { v.check() }, func(v *verified) error {
		files++
		if v.Fault == "" {
			return nil
		}
		differ++
		if c.JSON {
			name := manifest.NameOf(v.path())
			v.File, v.FileBase64 = name.Path, name.PathBase64
			return console.WriteJSON(c.Stdout, v)
		}
		text := faultTexts[v.Fault]
		if v.Error != "" {
			text += ": " + v.Error
		}
		_, err := fmt.Fprintf(c.Stdout, "%s: %s\n", printable.String(v.path()), printable.String(text))
		return err
	})
	err := c.eachManifest(names, func(_ string, log *manifest.Log) error {
		ended = ended && log.Ended
		return c.verify(log, queue)
	})
	if err = errors.Join(err, queue.Wait()); err != nil {
		return err
	}
	c.Report("%s compared, %d as recorded", console.Plural(files, "file"), files-differ)
	if differ > 0 || !ended {
		return errCheck
	}
	return nil
}

// verify adds the files of a manifest to a queue.
func (c *command) verify(log *manifest.Log, queue *job.Queue[*verified]) error {
	f, of := &c.flags.manifests, log.Header
	in := filepath.FromSlash(cmp.Or(f.input, of.Input))
	out := cmp.Or(f.output, filepath.FromSlash(of.Output))
	if of.InPlace() {
		out = cmp.Or(f.output, in)
	}
	dirs := [][2]string{{"-o", out}, {"--input", in}}
	inputs := (f.inputs || f.input != "") && !of.InPlace()
	if !inputs {
		dirs = dirs[:1]
	}
	for _, d := range dirs {
		if _, err := os.Stat(cmp.Or(d[1], ".")); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: no such directory: give %s DIR, or go to %s, where the run was", printable.String(d[1]), d[0], printable.String(of.Dir))
		}
	}
	return log.Records(func(r *manifest.Record) error {
		result := &verified{Name: r.Name, file: r.Result(), dir: out, within: !of.InPlace()}
		if !r.IsDone() {
			result.Fault, result.Error = string(r.Outcome), r.Error
		}
		if result.Fault != "" || result.file.Digest != "" {
			if err := queue.Add(result, 1); err != nil {
				return err
			}
		}
		if !inputs || r.Digest == "" || r.Range != nil && r.Range.Start > 0 { // the ranges of a file have one input
			return nil
		}
		return queue.Add(&verified{Name: r.Name, file: &manifest.File{Name: r.Name, State: r.State}, dir: in, within: of.Input != ""}, 1)
	})
}

// path returns where the file is now: its name in the manifest, below v.dir.
func (v *verified) path() string {
	return filepath.Join(v.dir, filepath.FromSlash(v.file.Name.String()))
}

// check sets the fault of a file that is not as it was recorded.
func (v *verified) check() {
	if v.Fault != "" {
		return
	}
	switch digest, err := v.read(); {
	case errors.Is(err, fs.ErrNotExist):
		v.Fault = "missing"
	case err != nil:
		v.Fault, v.Error = "unreadable", cause.Of(err).Error()
	case digest != v.file.Digest:
		v.Fault = "changed"
	}
}

// read returns the digest of the file, or "" if its size differs.
func (v *verified) read() (string, error) {
	dir, at := v.dir, filepath.FromSlash(v.file.Name.String())
	if !v.within {
		real, err := filepath.EvalSymlinks(v.path())
		if err != nil {
			return "", err
		}
		dir, at = filepath.Dir(real), filepath.Base(real)
	}
	in, err := atomicfile.OpenFolder(dir)
	if err != nil {
		return "", err
	}
	defer in.Release()
	f, info, err := in.OpenRead(at)
	switch {
	case errors.Is(err, atomicfile.ErrIrregular):
		return "", errors.New("is not a regular file any more")
	case err != nil:
		return "", err
	}
	defer f.Close() // the file was only read
	if info.Size() != v.file.Size {
		return "", nil
	}
	return manifest.Digest(f)
}

// A manifestSummary has the results of the runs of one manifest, or of all manifests. The JSON keys
// are stable.
type manifestSummary struct {
	Manifest    string                   `json:"manifest,omitempty"` // the name of the manifest, or "" in the summary of all
	Verb        string                   `json:"verb,omitempty"`
	Shard       string                   `json:"shard,omitempty"`
	Ended       bool                     `json:"ended"`
	Files       int                      `json:"files"`
	Outcomes    map[manifest.Outcome]int `json:"outcomes"`
	Bytes       int64                    `json:"bytes"`        // the bytes of inputs that were read
	OutputBytes int64                    `json:"output_bytes"` // the bytes of results
	manifest.Counts
	Seconds    float64 `json:"seconds"`     // the seconds of all finished runs
	CPUSeconds float64 `json:"cpu_seconds"` // the processor seconds of these runs
}

// sumManifests prints a summary of each manifest, and of all.
func (c *command) sumManifests(_ *cobra.Command, names []string) error {
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
	case !r.IsDone() || r.Outcome == manifest.Passed: // the input was not read
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
