package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"

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
		Use: "manifest verify|merge|summary FILE...", Short: "Verify, join or sum up what runs with --manifest have done",
		Args: func(cmd *cobra.Command, args []string) error {
			if names := []string{"verify", "merge", "summary"}; len(args) > 0 {
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
		RunE:    func(_ *cobra.Command, args []string) error { return c.withManifests(args, c.verifyManifests) },
	}
	verify.Flags().StringVarP(&f.output, "output", "o", "", "the results are in `DIR`, and not where the runs wrote them")
	verify.Flags().BoolVar(&f.inputs, "inputs", false, "compare the inputs, too")
	verify.Flags().StringVar(&f.input, "input", "", "compare the inputs, too, which are in `DIR`, and not where the runs read them")
	verb.AddCommand(verify,
		&cobra.Command{
			Use: "merge FILE...", Short: "Write one manifest to stdout, such as that of all shards",
			Example: "  hrefix manifest merge crawl-*.jsonl > crawl.jsonl",
			RunE:    func(_ *cobra.Command, args []string) error { return c.withManifests(args, c.mergeManifests) },
		},
		&cobra.Command{
			Use: "summary FILE...", Short: "Print what runs have done, how long it took, and what failed",
			Example: "  hrefix manifest summary crawl-*.jsonl\n  hrefix manifest summary --json crawl.jsonl",
			RunE:    func(_ *cobra.Command, args []string) error { return c.withManifests(args, c.sumManifests) },
		})
	return verb
}

// withManifests calls do for the manifests that the arguments name, and reports what is odd about them.
func (c *command) withManifests(names []string, do func(*manifest.Set) error) error {
	if len(names) == 0 {
		return errors.New("no FILE was given: name the manifests")
	}
	set, err := manifest.OpenSet(names)
	if err != nil {
		return err
	}
	defer set.Close()
	for _, remark := range set.Remarks() {
		c.Report("%s", remark)
	}
	return do(set)
}

// mergeManifests writes one manifest to stdout.
func (c *command) mergeManifests(set *manifest.Set) error {
	_, err := set.WriteTo(c.Stdout)
	return err
}

// A verified file is one of a record, or the directory of results that are all missing. The JSON keys
// of those that differ are stable.
type verified struct {
	manifest.Name        // of the input, as in the manifest
	File          string `json:"file,omitempty"` // that differs
	FileBase64    []byte `json:"file_base64,omitempty"`
	Fault         string `json:"fault"`           // see docs/reference.md
	Error         string `json:"error,omitempty"` // of a record that failed

	file  string // its name
	in    string // the directory that the file has to be in, or ""
	at    string // its path there
	what  string // the fault as text
	state manifest.State
}

// A verification compares results, and inputs, with their records.
type verification struct {
	c             *command
	queue         *ordered.Queue[*verified]
	dirs          map[string]bool // those that were looked for, and whether they are there
	files, differ int
}

// verifyManifests compares results, and inputs, with their records.
func (c *command) verifyManifests(set *manifest.Set) error {
	pool := ordered.NewPool(max(1, min(c.flags.jobs, runtime.NumCPU())))
	defer pool.Close()
	v := &verification{c: c, dirs: make(map[string]bool)}
	v.queue = ordered.NewQueue(pool, func(file *verified, _ bool) { file.check() }, v.count)
	err := set.Records(v.add)
	if err = errors.Join(err, v.queue.Wait()); err != nil {
		return err
	}
	c.Report("%s compared, %d as recorded", console.Plural(v.files, "file"), v.files-v.differ)
	if v.differ+len(set.Remarks()) > 0 || slices.Contains(slices.Collect(maps.Values(v.dirs)), false) {
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

// add adds the files of a record that are compared.
func (v *verification) add(r *manifest.Record, run *manifest.Section) error {
	f, of := &v.c.flags.manifests, &run.Header
	out, in := cmp.Or(f.output, of.Output), cmp.Or(f.input, of.Input)
	if of.InPlace() {
		out = cmp.Or(f.output, in)
	}
	result := r.Result()
	file := newVerified(r, result, out, of.Output != "")
	switch {
	case !r.IsDone():
		file.Fault, file.Error, file.what = string(r.Outcome), r.Error, "failed: "+r.Error
		if r.Outcome == manifest.Begun {
			file.what = "no run has recorded its end: run it again"
		}
		if err := v.queue.Add(file, 1); err != nil {
			return err
		}
	case result.Digest != "":
		if err := v.compare(file, out, "-o", of); err != nil {
			return err
		}
	}
	// The parts of a file have one input.
	if (f.inputs || f.input != "") && !of.InPlace() && r.Digest != "" && (r.Range == nil || r.Range.Start == 0) {
		input := &manifest.File{Name: r.Name, State: r.State}
		return v.compare(newVerified(r, input, in, of.Input != ""), in, "--input", of)
	}
	return nil
}

// newVerified returns a file of a record, which is in a directory. If within is set, it must not be elsewhere: no run
// writes such a path, so a path that leads out of the directory is one that somebody has changed.
func newVerified(r *manifest.Record, file *manifest.File, dir string, within bool) *verified {
	dir, at := filepath.FromSlash(dir), filepath.FromSlash(file.Name.String())
	v := &verified{Name: r.Name, file: filepath.Join(dir, at), at: at, state: file.State}
	if within {
		v.in = dir
	}
	return v
}

// compare adds a file in a directory. If there is no such directory, it prints that once instead.
func (v *verification) compare(file *verified, dir, flag string, of *manifest.Header) error {
	there, known := v.dirs[dir]
	if !known {
		_, err := os.Stat(cmp.Or(filepath.FromSlash(dir), "."))
		there = !errors.Is(err, fs.ErrNotExist)
		v.dirs[dir] = there
	}
	switch {
	case there:
		return v.queue.Add(file, 1)
	case known:
		return nil
	}
	missing := &verified{file: dir, Fault: "missing", what: "no such directory: give " + flag + " DIR"}
	if here, err := os.Getwd(); of.Dir != "" && (err != nil || filepath.ToSlash(here) != of.Dir) {
		missing.what += ", or go to " + printable.String(of.Dir) + ", where the run was"
	}
	return v.c.printVerified(missing)
}

// check sets the fault of a file that is not as it was recorded.
func (v *verified) check() {
	if v.Fault != "" {
		return
	}
	digest, err := v.digest()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		v.Fault, v.what = "missing", "is missing"
	case err != nil:
		v.Fault, v.Error, v.what = "unreadable", cause.Of(err).Error(), "cannot be read: "+cause.Of(err).Error()
	case digest != v.state.Digest:
		v.Fault, v.what = "changed", "has changed since it was recorded"
	}
}

// errIrregular is the error of a file that is no file any more.
var errIrregular = errors.New("is not a regular file any more")

// digest returns the digest of the file, or "" if its size differs.
func (v *verified) digest() (string, error) {
	if v.in == "" {
		return v.digestBy(os.Stat, os.Open, v.file)
	}
	root, err := os.OpenRoot(v.in)
	if err != nil {
		return "", err
	}
	defer root.Close() // it was only read
	return v.digestBy(root.Stat, root.Open, v.at)
}

// digestBy is digest with functions that find and open a file of that name.
func (v *verified) digestBy(stat func(string) (fs.FileInfo, error), open func(string) (*os.File, error), name string) (string, error) {
	info, err := stat(name)
	switch {
	case err != nil:
		return "", err
	case !info.Mode().IsRegular(): // a pipe would wait for its writer
		return "", errIrregular
	case info.Size() != v.state.Size:
		return "", nil
	}
	f, err := open(name)
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
