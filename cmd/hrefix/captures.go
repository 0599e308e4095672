package main

import (
	"errors"
	"io"
	"iter"
	"slices"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/linkcheck"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/progress"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/httpmessage"
)

// check reads web archives two times: first for the URLs of the captures and for their anchors, and then to
// check the links. The first pass reports nothing, since the second one meets the same errors.

// errOnce is the error of an archive that can be read only once.
var errOnce = errors.New("links of archives are looked up in the archives, which are read several times: store it in a file, and give its name")

// errChosen is the error of a bundle that --ext has chosen in a directory, whose files are in no tree.
var errChosen = errors.New("links of an archive are looked up in the archive: give its name instead of that of the directory")

// checkRereadable returns an error if a source is an archive that can be read only once.
func checkRereadable(s *source.Source) error {
	if (s.Type.HasRecords() || s.Bundle() != nil || s.Type.IsBundle()) && s.Folder == nil {
		return s.Error(errOnce)
	}
	return nil
}

// readCaptures reads the web archives among the inputs.
func (k *checking) readCaptures(o *source.Opener, args []string) error {
	in := k.c.inputs(args)
	in.Args, in.Lists, in.Sweep = slices.Concat(args, in.Listed()), nil, false
	in.Shard = nil // since links may lead to any archive

	if !o.Type.HasRecords() && len(k.c.flags.inputs.exts) == 0 { // directories are trees
		in.Args = slices.DeleteFunc(in.Args, in.IsDir)
	}
	in.Args = slices.DeleteFunc(in.Args, func(arg string) bool { return arg == inputs.Stdin })
	if len(in.Args) == 0 {
		return nil
	}
	all := linkcheck.NewCaptures()
	fragments := !k.c.flags.check.noFragments
	visit := func(s *source.Source, one *job.Piece) *engine.Plan {
		if r := one.Record(); r != nil {
			addCapture(all, r, one)
			if fragments {
				addAnchors(all, s, r, one)
			}
		}
		return new(engine.Plan)
	}
	bar := new(progress.Bar)
	stop := k.c.startBar(bar, in)
	r := job.Run{
		Console: &console.Console{Stdout: io.Discard, Stderr: io.Discard}, Inputs: archiveInputs(in), Size: k.c.flags.jobs, Bar: bar,
		Steps: job.Steps{Do: k.c.documents(o, func(j *job.Job, s *source.Source) error {
			if !s.Type.HasRecords() {
				return nil
			}
			return job.Visit(j, s, visit)
		})},
	}
	_ = r.Do() // the last pass meets the error again
	stop()
	all.End()
	if all.Len() > 0 {
		k.captures = all
	}
	if all.TooMany() {
		k.c.Report("the captured pages have millions of anchors: fragments that lead to other pages are not looked up")
	}
	return nil
}

// archiveInputs returns the inputs that may be web archives, and that can be read again.
func archiveInputs(in *inputs.Inputs) iter.Seq2[*inputs.File, error] {
	return func(yield func(*inputs.File, error) bool) {
		for f, err := range in.All() {
			if err != nil {
				continue
			}
			t, known := detect.TypeOf(container.TrimCoding(f.Name), nil)
			if !f.IsRead() || f.Folder == nil || known && !t.HasRecords() { // the name is the name of another document
				f.Folder.Release()
			} else if !yield(f, nil) {
				return
			}
		}
	}
}

// addCapture adds the capture that a record is.
func addCapture(all *linkcheck.Captures, r *format.Record, one *job.Piece) {
	if one.Continued {
		return
	}
	switch r.Type {
	case "response", "resource", "conversion", "revisit":
	default:
		return
	}
	capture := linkcheck.Capture{URL: r.URL, Date: r.Date, Status: r.Status, Derived: r.Type == "conversion"}
	if head := one.Source[:one.Document()]; r.Status/100 == 3 && len(head) > 0 {
		h := httpmessage.ParseHead(head)
		capture.Location = h.Get("Location")
	}
	all.Add(&capture)
}

// addAnchors adds the anchors of a record that is no error.
func addAnchors(all *linkcheck.Captures, s *source.Source, r *format.Record, one *job.Piece) {
	if !one.HasDocument() && !one.Large || r.Status/100 > 2 {
		return
	}
	known := s.Rewriter.KnowsAnchors(one.Piece) && r.Field("WARC-Truncated") == ""
	all.AddAnchors(r.URL, func(visit func(*engine.Anchor)) bool {
		if known {
			s.Rewriter.VisitAnchors(one.Piece, visit)
		}
		return known
	})
	if known {
		to, redirects := s.Rewriter.Redirect(one.Piece)
		all.SetScripts(r.URL, one.Source[one.Document():], to, redirects)
	}
}
