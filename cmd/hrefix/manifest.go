package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

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
	verify.Flags().StringVar(&f.input, "input", "", "the inputs are in `DIR`, and not where the runs read them")
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

// A verified file is one of a record. The JSON keys of those that differ are stable.
type verified struct {
	Path  string `json:"path"`            // of the input, as in the manifest
	File  string `json:"file"`            // that differs
	Fault string `json:"fault"`           // see docs/reference.md
	Error string `json:"error,omitempty"` // of a record that failed

	what  string // the fault as text
	state manifest.State
}

// verifyManifests compares results, and inputs, with their records.
func (c *command) verifyManifests(set *manifest.Set) error {
	pool := ordered.NewPool(max(1, min(c.flags.jobs, runtime.NumCPU())))
	defer pool.Close()
	files, differ := 0, len(set.Remarks())
	q := ordered.NewQueue(pool, func(v *verified, _ bool) { v.check() }, func(v *verified) error {
		files++
		if v.Fault == "" {
			return nil
		}
		differ++
		return c.printVerified(v)
	})
	err := set.Records(func(r *manifest.Record, run *manifest.Section) error {
		for _, v := range c.toVerify(r, &run.Header) {
			if err := q.Add(v, 1); err != nil {
				return err
			}
		}
		return nil
	})
	if err = errors.Join(err, q.Wait()); err != nil {
		return err
	}
	c.Report("%s compared, %d as recorded", console.Plural(files, "file"), files-differ+len(set.Remarks()))
	if differ > 0 {
		return errCheck
	}
	return nil
}

// toVerify returns the files of a record that are compared.
func (c *command) toVerify(r *manifest.Record, of *manifest.Header) (all []*verified) {
	f := &c.flags.manifests
	path := r.Name.String()
	out := cmp.Or(f.output, of.Output, of.Input) // in place, the inputs are the results
	result := cmp.Or(r.Output, &manifest.File{Name: r.Name, State: r.State})
	v := &verified{Path: path, File: fileIn(out, result.Name.String()), state: result.State}
	switch {
	case !r.IsDone():
		v.Fault, v.Error, v.what = string(r.Outcome), r.Error, "failed: "+r.Error
		if r.Outcome == manifest.Begun {
			v.what = "no run has recorded its end: run it again"
		}
		all = append(all, v)
	case result.Digest != "":
		all = append(all, v)
	}
	if f.inputs && !of.InPlace() && r.Digest != "" {
		all = append(all, &verified{Path: path, File: fileIn(cmp.Or(f.input, of.Input), path), state: r.State})
	}
	return all
}

// fileIn returns the name of the file with a path of a manifest in a directory.
func fileIn(dir, path string) string {
	return filepath.Join(filepath.FromSlash(dir), filepath.FromSlash(path))
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
	info, err := os.Stat(v.File)
	switch {
	case err != nil:
		return "", err
	case !info.Mode().IsRegular(): // a pipe would wait for its writer
		return "", errIrregular
	case info.Size() != v.state.Size:
		return "", nil
	}
	f, err := os.Open(v.File)
	if err != nil {
		return "", err
	}
	defer f.Close() // it was only read
	return manifest.Digest(f)
}

// printVerified prints a file that differs.
func (c *command) printVerified(v *verified) error {
	if c.JSON {
		return console.WriteJSON(c.Stdout, v)
	}
	_, err := io.WriteString(c.Stdout, fmt.Sprintf("%s: %s\n", printable.String(v.File), v.what))
	return err
}
