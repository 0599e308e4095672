package main

import (
	"bufio"
	"embed"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A process is a peer that is a program. It is started with baseURL and the names
// of files with documents (see save) as its last arguments. It reads them into
// memory, and writes a line with its version. Then it reads lines
// with the index of a document and a number of times. It does the work so
// often, and answers with the nanoseconds that took; or, if the number is 0, does
// it once and answers with how many links it changed, -1 if it does not count.
type process struct {
	name  string
	lacks string
	shop  *workshop
	tools []tool
	argv  func() ([]string, error) // of the program

	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	stderr  strings.Builder
	version string
}

//go:embed scripts
var scripts embed.FS

// script puts the scripts into the scratch folder, and returns the path of one.
func (w *workshop) script(name string) (string, error) {
	if err := os.CopyFS(w.scratch, scripts); err != nil && !os.IsExist(err) {
		return "", err
	}
	return filepath.Join(w.scratch, "scripts", name), nil
}

func (p *process) about() about {
	return about{p.name, p.version, p.lacks}
}

func (p *process) start(docs []document) error {
	if err := p.shop.need(p.tools...); err != nil {
		return err
	}
	argv, err := p.argv()
	if err != nil {
		return err
	}
	files, err := save(p.shop.scratch, docs)
	if err != nil {
		return err
	}
	p.cmd = exec.Command(argv[0], append(append(argv[1:], baseURL), files...)...)
	p.cmd.Stderr = &p.stderr
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return err
	}
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	p.out = bufio.NewReader(stdout)
	if err := p.cmd.Start(); err != nil {
		return err
	}
	p.version, err = p.line()
	return err
}

// line reads a line of the program.
func (p *process) line() (string, error) {
	line, err := p.out.ReadString('\n')
	if err != nil {
		p.stop()
		return "", fmt.Errorf("%s ended: %s", p.name, lastLine(p.stderr.String()))
	}
	return strings.TrimSpace(line), nil
}

// ask asks the program to do the work.
func (p *process) ask(doc, times int) (int64, error) {
	if _, err := fmt.Fprintln(p.in, doc, times); err != nil {
		return 0, fmt.Errorf("%s: %w: %s", p.name, err, lastLine(p.stderr.String()))
	}
	line, err := p.line()
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(line, 10, 64)
}

func (p *process) check(doc int) (int, error) {
	links, err := p.ask(doc, 0)
	return int(links), err
}

func (p *process) round(doc, times int) (time.Duration, error) {
	ns, err := p.ask(doc, times)
	return time.Duration(ns), err
}

// stop ends the program by the end of its input.
func (p *process) stop() {
	if p.cmd == nil || p.cmd.Process == nil {
		return
	}
	p.in.Close()
	_ = p.cmd.Wait()
	p.cmd = nil
}

// lastLine returns the last line of text that is not empty.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}
