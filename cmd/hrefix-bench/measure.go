package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A sample is what one process took.
type sample struct {
	cpu  float64 // nanoseconds; of one pass if the process measures itself
	wall float64 // nanoseconds
	peak float64 // bytes of memory
	size float64 // the size of the document in bytes; 0 if it is not known
}

// A metric takes a number of a sample.
type metric func(sample) float64

func cpu(s sample) float64  { return s.cpu }
func wall(s sample) float64 { return s.wall }
func peak(s sample) float64 { return s.peak }

// perByte is the processor time of a byte, or of the whole if the size is not known.
func perByte(s sample) float64 { return s.cpu / max(s.size, 1) }

// A build is a commit that is measured.
type build struct {
	name         string
	hrefix, work string   // the paths of the programs built from the commit
	names        []string // the names of figures, in the order of rows
	samples      map[string][]sample
	failed       map[string]string // errors, by the names of rows
}

// figureNames returns the names of a row's figures: its own name, or the names of its documents.
func (b *build) figureNames(r *row) (names []string) {
	for _, name := range b.names {
		if name == r.full() || strings.HasPrefix(name, r.full()+": ") {
			names = append(names, name)
		}
	}
	return names
}

// figures returns numbers of the samples with a name.
func (b *build) figures(name string, get metric) (xs []float64) {
	for _, s := range b.samples[name] {
		xs = append(xs, get(s))
	}
	return xs
}

// A bench runs rows.
type bench struct {
	program string // the path of this program
	scratch string
	corpus  string
	host    string // the host of a server of the inputs
	log     io.Writer
}

// in returns the folder of the inputs.
func (b *bench) in() string { return filepath.Join(b.scratch, "in") }

// serve serves the inputs until the program ends.
func (b *bench) serve() error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	b.host = listener.Addr().String()
	server := &http.Server{Handler: http.FileServer(http.Dir(b.in())), ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(listener) }()
	return nil
}

// make makes the inputs of a row. A process of its own does it, because the peak memory of this one
// would be the least that its children seem to take.
func (b *bench) make(r *row) error {
	for _, m := range inputNames.FindAllStringSubmatch(r.run+" "+r.before, -1) {
		name := strings.TrimSuffix(m[1], ".txt") // the list of copies comes with the texts
		if out, err := exec.Command(b.program, "make", b.corpus, b.in(), name).CombinedOutput(); err != nil {
			return fmt.Errorf("making %s: %w: %s", name, err, lastLine(out))
		}
	}
	return nil
}

// argv returns the words of a command line, with variables and patterns expanded.
func (b *bench) argv(line string, of *build) (argv []string, err error) {
	values := map[string]string{
		"hrefix": of.hrefix, "work": of.work, "bench": b.program, "in": b.in(), "out": filepath.Join(b.scratch, "out"),
		"host": b.host, "base": baseURL, "lxml": lxmlScript,
	}
	for _, word := range strings.Fields(line) {
		word = os.Expand(word, func(name string) string { return values[name] })
		names := []string{word}
		if strings.HasSuffix(word, "/*") {
			if names, err = filepath.Glob(word); err != nil {
				return nil, err
			}
		}
		argv = append(argv, names...)
	}
	return argv, nil
}

// launch runs a row once, and adds its samples to the samples of a build.
func (b *bench) launch(r *row, of *build) error {
	out := filepath.Join(b.scratch, "out")
	if err := errors.Join(os.RemoveAll(out), os.Mkdir(out, 0o777)); err != nil {
		return err
	}
	if r.before != "" {
		argv, err := b.argv(r.before, of)
		if err != nil {
			return err
		}
		if text, err := exec.Command(argv[0], argv[1:]...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: %s", r.before, err, lastLine(text))
		}
	}
	argv, err := b.argv(r.run, of)
	if err != nil {
		return err
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stderr = &stderr
	if r.lines {
		cmd.Stdout = &stdout
	}
	began := time.Now()
	err = cmd.Run()
	took := time.Since(began)
	var exit *exec.ExitError
	if err != nil && !(r.finds && errors.As(err, &exit) && exit.ExitCode() == 1) {
		return fmt.Errorf("%w: %s", err, lastLine(stderr.Bytes()))
	}
	if r.lines {
		return of.addLines(r.full(), &stdout)
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return errors.New("the system does not report what a process uses")
	}
	of.add(r.full(), sample{
		cpu:  float64(usage.Utime.Nano() + usage.Stime.Nano()),
		wall: float64(took), peak: float64(usage.Maxrss) * 1024,
	})
	return nil
}

func (b *build) add(name string, s sample) {
	if len(b.samples[name]) == 0 {
		b.names = append(b.names, name)
	}
	b.samples[name] = append(b.samples[name], s)
}

// addLines adds the samples that a process printed, and the geometric means of all documents and of
// the documents of the corpus. A single document has the name of the row.
func (b *build) addLines(name string, lines io.Reader) error {
	var all, corpus []float64
	var docs []string
	var samples []sample
	for in := bufio.NewScanner(lines); in.Scan(); {
		fields := strings.Split(in.Text(), "\t")
		if len(fields) != 3 {
			return fmt.Errorf("not a line of figures: %q", in.Text())
		}
		ns, err := strconv.ParseFloat(fields[1], 64)
		size, sizeErr := strconv.ParseFloat(fields[2], 64)
		if err = errors.Join(err, sizeErr); err != nil {
			return err
		}
		docs, samples, all = append(docs, fields[0]), append(samples, sample{cpu: ns, size: size}), append(all, ns)
		if !strings.HasPrefix(fields[0], madePrefix) {
			corpus = append(corpus, ns)
		}
	}
	switch len(docs) {
	case 0:
		return errors.New("it printed no figures")
	case 1:
		b.add(name, samples[0])
		return nil
	}
	for i, doc := range docs {
		b.add(name+": "+doc, samples[i])
	}
	b.add(name+": all", sample{cpu: geometricMean(all)})
	if len(corpus) < len(all) {
		b.add(name+": corpus", sample{cpu: geometricMean(corpus)})
	}
	return nil
}

// run runs rows of builds in turns. A row that fails is not run again.
func (b *bench) run(rows []row, launches int, builds ...*build) {
	fail := func(of *build, r *row, err error) {
		of.failed[r.full()] = err.Error()
		fmt.Fprintf(b.log, "%s: %s: %v\n", of.name, r.full(), err)
	}
	for i := range rows {
		if err := b.make(&rows[i]); err != nil {
			for _, of := range builds {
				fail(of, &rows[i], err)
			}
		}
	}
	order := slices.Clone(builds)
	for turn := range launches {
		fmt.Fprintf(b.log, "turn %d of %d\n", turn+1, launches)
		for i := range rows {
			for _, of := range order {
				if of.failed[rows[i].full()] != "" {
					continue
				}
				if err := b.launch(&rows[i], of); err != nil {
					fail(of, &rows[i], err)
				}
			}
		}
		slices.Reverse(order) // neither build is always the first
	}
}

// lastLine returns the last line of text that is not empty.
func lastLine(text []byte) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return lines[len(lines)-1]
}
