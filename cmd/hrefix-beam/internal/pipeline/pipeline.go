// Package pipeline has the pipelines of Beam that do a job of package work for many files.
//
// # Steps
//
//	expand   patterns -> names                                expand.go
//	measure  names -> files: their size and type              expand.go
//	work     files -> pieces: a splittable DoFn               work.go
//	finish   the pieces of a file -> its result               finish.go
//	spread   the pieces of a file -> edges, by shard (graph)  graph.go
//	merge    the edges of a shard -> its files (graph)        graph.go
//	list     what was done with each file -> the manifest     list.go
//
// # Pieces
//
// A piece is the result for a range of a file, or for a whole one. It is a file in the directory [PiecesDir] of the
// output, named after its input and its range, and gets its name when it is complete. Work that is done again,
// because a runner tries a bundle again or runs it twice, writes the same bytes under the same name. Pieces
// count only if the runner passes their description on to finish, which it does for one of the
// attempts. The last step removes the directory from a local file system.
//
// Where a range really ends is known only after it was read. Finish proves that the pieces of a file are right: the
// first begins at its start, and each other one where the one before it ends. It does again what is missing.
// Package internal/container/ranges says why that is a proof.
package pipeline

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/store"
	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/work"
)

// PiecesDir is the directory in the output that has the pieces.
const PiecesDir = ".hrefix-beam"

// Options are the options of a pipeline. Runners send them to workers as JSON.
type Options struct {
	Work     work.Options
	Patterns []string
	Output   string // a directory, or what an object store has instead
	Manifest string // the file for what was done; may be empty
	Force    bool   // files of the output that have other content are replaced
	Header   []byte // the header line of the manifest
	Begin    int64  // the start of the run, in nanoseconds of Unix time

	Whole     bool  // files are not split
	SplitSize int64 // the size in bytes of the first ranges of a file; 0 for one range, which may still be split
	Apart     bool  // the pieces of a file are not joined
	Digests   bool  // the manifest has digests
	Shards    int   // the number of shards of a graph
}

// output returns the destination of the results.
func (o *Options) output() *store.Output {
	return &store.Output{Dir: o.Output, Aside: store.Join(o.Output, PiecesDir), Force: o.Force, Gzip: o.Work.Gzip}
}

// Build adds the steps of a run to a pipeline.
func Build(s beam.Scope, o Options) {
	Finish(s, o, beam.ParDo(s.Scope("work"), &workFn{Options: o}, measured(s, o)))
}

// measured returns the files of the work.
func measured(s beam.Scope, o Options) beam.PCollection {
	names := beam.ParDo(s.Scope("expand"), &expandFn{Options: o}, beam.CreateList(s, o.Patterns))
	return beam.ParDo(s.Scope("measure"), &measureFn{Options: o}, beam.Reshuffle(s, names))
}

// Finish adds the steps after the work.
func Finish(s beam.Scope, o Options, pieces beam.PCollection) {
	done, right := beam.ParDo2(s.Scope("finish"), &finishFn{Options: o}, beam.GroupByKey(s, pieces))
	lines := []beam.PCollection{done}
	if o.Work.Job == work.Graph {
		lines = append(lines, graph(s, o, right))
	}
	beam.ParDo0(s.Scope("list"), &listFn{Options: o}, beam.GroupByKey(s, beam.Flatten(s, lines...)))
}
