package pipeline

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/klauspost/compress/gzip"

	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/store"
	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/work"
	"github.com/hrefix/hrefix/internal/targets"
)

func init() {
	beam.RegisterDoFn(&spreadFn{})
	beam.RegisterDoFn(&mergeFn{})
}

// graph adds the steps that combine the edges of all pieces. The result has an empty line for each shard that is
// complete.
func graph(s beam.Scope, o Options, right beam.PCollection) beam.PCollection {
	blocks := beam.ParDo(s.Scope("spread"), &spreadFn{Options: o}, right)
	all := beam.ParDo(s.Scope("shards"), &spreadFn{Options: o}, beam.Create(s, ""))
	return beam.ParDo(s.Scope("merge"), &mergeFn{Options: o}, beam.GroupByKey(s, beam.Flatten(s, blocks, all)))
}

// blockSize is the size of the edges in an element. An element for each edge would cost far more than the
// edge.
const blockSize = 256 << 10

// A spreadFn emits the edges of a piece in blocks, by the number of their shard. An empty name stands for no edges,
// in each of the shards.
type spreadFn struct{ Options }

// ProcessElement implements a DoFn.
func (fn *spreadFn) ProcessElement(ctx context.Context, name string, emit func(int, []byte)) error {
	blocks := make([][]byte, fn.Shards)
	if name == "" {
		for shard := range blocks {
			emit(shard, nil)
		}
		return nil
	}
	r, err := store.Open(ctx, name)
	if err != nil {
		return err
	}
	defer r.Close() // the file was only read
	if err := eachLine(r, func(line []byte) error {
		key, _, ok := work.ParseEdge(line)
		if !ok {
			return fmt.Errorf("%s: broken line: %q", name, line)
		}
		shard := work.Shard(key, fn.Shards)
		if blocks[shard] = append(append(blocks[shard], line...), '\n'); len(blocks[shard]) >= blockSize/fn.Shards+1024 {
			emit(shard, blocks[shard])
			blocks[shard] = nil
		}
		return nil
	}); err != nil {
		return err
	}
	for shard, block := range blocks {
		if len(block) > 0 {
			emit(shard, block)
		}
	}
	return nil
}

// eachLine calls visit for the lines of a gzip file, without their ends. An empty file has no lines.
func eachLine(r io.Reader, visit func([]byte) error) error {
	z, err := gzip.NewReader(r)
	if err == io.EOF {
		return nil
	}
	if err != nil {
		return err
	}
	in := bufio.NewReaderSize(z, 64<<10)
	var long []byte
	for {
		line, err := in.ReadSlice('\n')
		if long = append(long, line...); err == bufio.ErrBufferFull {
			continue
		}
		if err == io.EOF && len(long) == 0 {
			return nil
		}
		if err != nil {
			return err
		}
		if err := visit(bytes.TrimSuffix(long, []byte("\n"))); err != nil {
			return err
		}
		long = long[:0]
	}
}

// A mergeFn adds up the edges of a shard, in bounded memory, and writes two files: the edges between pages
// and, computed from these, the edges between hosts. It emits an empty line when both files are complete.
type mergeFn struct{ Options }

// ProcessElement implements a DoFn.
func (fn *mergeFn) ProcessElement(ctx context.Context, shard int, next func(*[]byte) bool, emit func(int, []byte)) (err error) {
	var counter targets.Counter
	defer func() { err = errors.Join(err, counter.Close()) }()
	for block := []byte(nil); next(&block); block = nil {
		for line := range bytes.Lines(block) {
			key, n, ok := work.ParseEdge(bytes.TrimSuffix(line, []byte("\n")))
			if !ok {
				return fmt.Errorf("shard %d: broken line: %q", shard, line)
			}
			counter.AddKeyTimes(key, n)
		}
	}
	if err := fn.write(ctx, shard, &counter); err != nil {
		return err
	}
	emit(0, nil)
	return nil
}

// write writes the two files of a shard.
func (fn *mergeFn) write(ctx context.Context, shard int, c *targets.Counter) error {
	pages, err := fn.create(ctx, "pages", shard)
	if err != nil {
		return err
	}
	hosts, err := fn.create(ctx, "hosts", shard)
	if err != nil {
		pages.Abort()
		return err
	}
	if err := sum(c, pages, hosts); err != nil {
		pages.Abort()
		hosts.Abort()
		return err
	}
	return errors.Join(fn.commit(ctx, pages), fn.commit(ctx, hosts))
}

// sum writes the edges of a counter, and the sums of edges between the same hosts. Such edges
// follow each other.
func sum(c *targets.Counter, pages, hosts io.Writer) error {
	var last, buf []byte
	var total int64
	put := func(w io.Writer, key []byte, n int64) error {
		buf = work.AppendEdge(buf[:0], key, n)
		_, err := w.Write(buf)
		return err
	}
	err := c.EachKey(func(key []byte, n int64) error {
		between, urls := work.Hosts(key)
		if total > 0 && !bytes.Equal(between, last) {
			if err := put(hosts, last, total); err != nil {
				return err
			}
			total = 0
		}
		last, total = append(last[:0], between...), total+n
		return put(pages, urls, n)
	})
	if err == nil && total > 0 {
		err = put(hosts, last, total)
	}
	return err
}

// A shardFile is a file of a shard, compressed if the options say so.
type shardFile struct {
	*store.Writer
	name string // the name in the output
	buf  *bufio.Writer
	z    *gzip.Writer // nil if the output is not compressed
}

// create begins a file of a shard.
func (fn *mergeFn) create(ctx context.Context, kind string, shard int) (*shardFile, error) {
	name := fmt.Sprintf("%s-%05d-of-%05d.tsv", kind, shard, fn.Shards)
	if fn.Work.Gzip {
		name += ".gz"
	}
	to, err := store.Create(ctx, store.Join(fn.output().Aside, name))
	if err != nil {
		return nil, err
	}
	f := &shardFile{Writer: to, name: name, buf: bufio.NewWriterSize(to, 64<<10)}
	if fn.Work.Gzip {
		f.z = gzip.NewWriter(f.buf)
	}
	return f, nil
}

// Write implements [io.Writer].
func (f *shardFile) Write(b []byte) (int, error) {
	if f.z != nil {
		return f.z.Write(b)
	}
	return f.buf.Write(b)
}

// commit ends a file, and gives it its name.
func (fn *mergeFn) commit(ctx context.Context, f *shardFile) error {
	var err error
	if f.z != nil {
		err = f.z.Close()
	}
	if err = errors.Join(err, f.buf.Flush()); err != nil {
		f.Abort()
		return err
	}
	if err := f.Commit(); err != nil {
		return err
	}
	err = fn.output().Concat(ctx, f.name, []string{store.Join(fn.output().Aside, f.name)})
	if errors.Is(err, store.ErrExists) {
		err = fmt.Errorf("%w: %s", err, existsAdvice)
	}
	return err
}
