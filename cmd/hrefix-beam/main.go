package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/pipeline"
	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/store"
	"github.com/hrefix/hrefix/internal/manifest"
	"github.com/hrefix/hrefix/internal/printable"
)

func main() {
	f := newFlags(flag.CommandLine)
	if status, ok := parse(flag.CommandLine, os.Args[1:], os.Stdout, os.Stderr); !ok {
		os.Exit(status)
	}
	beam.Init() // a worker works here, and does not return
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})))
	if err := run(context.Background(), f, flag.Args(), os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "hrefix-beam:", err)
		os.Exit(2) // hrefix uses the same status
	}
}

// run runs the pipeline that the flags ask for, and reports what was done.
func run(ctx context.Context, f *flags, args []string, to io.Writer) error {
	o, err := f.options(args)
	if err != nil {
		return err
	}
	if err := f.checkMachine(ctx); err != nil {
		return err
	}
	if f.isPrivate() {
		if ran, err := private(); err != nil {
			return fmt.Errorf("%w: the server of Prism would listen on all network devices: give --open-port to allow that on a machine whose network you trust, or run in a container", err)
		} else if ran {
			return nil
		}
	}
	if err := f.checkManifest(ctx, o.Header); err != nil {
		return err
	}
	unlock, err := lock(o.Output)
	if err != nil {
		return err
	}
	defer unlock()
	old, err := oldEdges(ctx, &o)
	if err != nil {
		return err
	}
	begin := time.Now()
	p, s := beam.NewPipelineWithRoot()
	pipeline.Build(s, o)
	result, err := beamx.RunWithMetrics(ctx, p)
	if err != nil {
		return err
	}
	for _, name := range old {
		if err := store.Remove(ctx, name); err != nil {
			return err
		}
	}
	if o.Manifest != "" {
		return report(ctx, o.Manifest, time.Since(begin), to)
	}
	fmt.Fprintf(to, "hrefix-beam: done, %.1f s: --manifest FILE lists what was done\n", time.Since(begin).Seconds())
	if n := pipeline.Failed(result); n > 0 {
		return fmt.Errorf("%d of the files failed: --manifest FILE lists them, with the reasons", n)
	}
	return nil
}

// report prints the sums of the manifest. It returns an error if files failed.
func report(ctx context.Context, name string, took time.Duration, to io.Writer) error {
	r, err := store.Open(ctx, name)
	if err != nil {
		return err
	}
	defer r.Close() // the file was only read
	var failed, documents, changed, references int
	var end *manifest.End
	_, err = manifest.Read(r, func(l *manifest.Line) error {
		if l.End != nil {
			end = l.End
		}
		if l.Record == nil {
			return nil
		}
		if l.Record.Outcome == manifest.Failed {
			failed++
			if failed <= 20 {
				fmt.Fprintf(to, "hrefix-beam: %s: %s\n", printable.String(l.Record.Name.String()), printable.String(l.Record.Error))
			}
		}
		if c := l.Record.Counts; c != nil {
			documents, changed, references = documents+c.Documents, changed+c.Changed, references+c.References
		}
		return nil
	})
	if err != nil {
		return err
	}
	if end == nil {
		return errors.New("the manifest has no end")
	}
	fmt.Fprintf(to, "hrefix-beam: files %d, documents %d, changed %d, references %d, %.1f s\n", end.Files, documents, changed, references, took.Seconds())
	if failed > 0 {
		return fmt.Errorf("%d of the files failed: the manifest has the reasons", failed)
	}
	return nil
}
