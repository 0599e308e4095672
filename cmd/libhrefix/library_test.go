package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// strict are flags with which all C of the project compiles.
var strict = []string{"-Wall", "-Wextra", "-Werror", "-pedantic", "-O1"}

// install builds the library, and returns the folder that it is installed in. HREFIX_LIBRARY_PREFIX
// names one that is built already.
func install(t *testing.T) string {
	t.Helper()
	built.once.Do(func() {
		if built.prefix = os.Getenv("HREFIX_LIBRARY_PREFIX"); built.prefix != "" {
			return
		}
		built.prefix, built.err = os.MkdirTemp("", "libhrefix-test")
		if built.err == nil {
			built.temporary = true
			built.out, built.err = exec.Command("../../.ci/libhrefix", built.prefix).CombinedOutput()
		}
	})
	if built.err != nil {
		t.Fatalf("%v\n%s", built.err, built.out)
	}
	return built.prefix
}

var built struct {
	once      sync.Once
	prefix    string
	temporary bool
	out       []byte
	err       error
}

func TestMain(m *testing.M) {
	status := m.Run()
	if built.temporary {
		_ = os.RemoveAll(built.prefix) // a temporary folder
	}
	os.Exit(status)
}

// run runs a program, and returns what it prints.
func run(t *testing.T, stdin, name string, args ...string) (stdout, stderr string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out.String(), errs.String())
	}
	return out.String(), errs.String()
}

// linking returns the flags for pkg-config's way to link the shared library, and for the static one.
func linking(t *testing.T, prefix string) map[string][]string {
	t.Helper()
	cmd := exec.Command("pkg-config", "--cflags", "--libs", "hrefix")
	cmd.Env = append(os.Environ(), "PKG_CONFIG_PATH="+filepath.Join(prefix, "lib/pkgconfig"))
	out, err := cmd.Output()
	if err != nil {
		t.Fatal("pkg-config: ", err)
	}
	shared := append(strings.Fields(string(out)), "-pthread", "-Wl,-rpath,"+filepath.Join(prefix, "lib"))
	return map[string][]string{
		"so": shared,
		"a":  {"-I" + filepath.Join(prefix, "include"), filepath.Join(prefix, "lib/libhrefix.a"), "-pthread"},
	}
}

// compile compiles a program, and returns its path.
func compile(t *testing.T, compiler, source string, link []string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), strings.TrimSuffix(filepath.Base(source), filepath.Ext(source)))
	run(t, "", compiler, slices.Concat(strict, []string{"-o", program, source}, link)...)
	return program
}

// TestC compiles and runs the programs in C and C++ with both libraries.
func TestC(t *testing.T) {
	prefix := install(t)
	for kind, link := range linking(t, prefix) {
		c := append(slices.Clone(link), "-std=c99")
		for _, name := range []string{"calls", "threads", "memory"} {
			t.Run(name+"/"+kind, func(t *testing.T) {
				var args []string
				if name == "memory" {
					args = []string{calls(kind)}
				}
				log(t, compile(t, "gcc", "testdata/"+name+".c", c), args...)
			})
		}
		t.Run("header/"+kind, func(t *testing.T) {
			run(t, "", compile(t, "g++", "testdata/header.cc", append(slices.Clone(link), "-std=c++11")))
		})
		t.Run("example/"+kind, func(t *testing.T) {
			program := compile(t, "gcc", "examples/abs.c", c)
			stdout, stderr := run(t, "<a href=x>y</a>\n<img src=''>", program, "http://h/a/", `{"type":"html"}`)
			if stdout != "<a href=http://h/a/x>y</a>\n<img src=''>" || !strings.Contains(stderr, "abs: byte 26: : empty") {
				t.Errorf("%q, %q", stdout, stderr)
			}
		})
	}
}

// calls returns how many calls the test of memory makes. HREFIX_LIBRARY_MEMORY has the number for the shared
// library.
func calls(kind string) string {
	if n := os.Getenv("HREFIX_LIBRARY_MEMORY"); n != "" && kind == "so" {
		return n
	}
	return "20000"
}

// log runs a program, and logs each line that it prints.
func log(t *testing.T, program string, args ...string) (stdout string) {
	t.Helper()
	stdout, _ = run(t, "", program, args...)
	for line := range strings.Lines(stdout) {
		t.Log(strings.TrimSpace(line))
	}
	return stdout
}

// TestLarge rewrites a document of more than 2 GiB.
func TestLarge(t *testing.T) {
	if os.Getenv("HREFIX_LIBRARY_LARGE") == "" {
		t.Skip("HREFIX_LIBRARY_LARGE is not set: it takes 5 GiB of memory")
	}
	log(t, compile(t, "gcc", "testdata/large.c", append(linking(t, install(t))["so"], "-std=c99")))
}

// TestHeaderAlone compiles the header as C99 and as C++98 without any other header.
func TestHeaderAlone(t *testing.T) {
	for _, language := range [][]string{{"gcc", "-x", "c", "-std=c99"}, {"g++", "-x", "c++", "-std=c++98", "-Wno-long-long"}} {
		args := slices.Concat(language[1:], strict, []string{"-Wno-unused-function", "-fsyntax-only", "-"})
		run(t, "#include \""+abs(t, "hrefix.h")+"\"\n", language[0], args...)
	}
}

// TestProcess: signals, fork and dlclose.
func TestProcess(t *testing.T) {
	prefix := install(t)
	program := compile(t, "gcc", "testdata/process.c", []string{"-std=c99", "-I" + prefix + "/include", "-ldl", "-pthread"})
	stdout := log(t, program, prefix+"/lib/libhrefix.so.0")
	if !strings.Contains(stdout, "handles: SIGBUS SIGFPE SIGSEGV SIGPIPE SIGURG\n") {
		t.Error("hrefix.h lists other signals: ", stdout)
	}
}

// TestExports: the shared library exports the functions of the header and no others.
func TestExports(t *testing.T) {
	prefix := install(t)
	stdout, _ := run(t, "", "nm", "-D", "--defined-only", prefix+"/lib/libhrefix.so")
	var exported []string
	for _, m := range regexp.MustCompile(` [^A] (\w+)@@HREFIX_0\n`).FindAllStringSubmatch(stdout, -1) {
		exported = append(exported, m[1])
	}
	header, err := os.ReadFile("hrefix.h")
	if err != nil {
		t.Fatal(err)
	}
	var declared []string
	for _, m := range regexp.MustCompile(`\nHREFIX_API .*?(hrefix_\w+)\(`).FindAllStringSubmatch(string(header), -1) {
		declared = append(declared, m[1])
	}
	slices.Sort(exported)
	slices.Sort(declared)
	if len(declared) != 5 || !slices.Equal(exported, declared) || strings.Count(stdout, "\n") != len(declared)+1 {
		t.Errorf("exported %v, declared %v:\n%s", exported, declared, stdout)
	}
	dynamic, _ := run(t, "", "readelf", "-d", prefix+"/lib/libhrefix.so")
	for _, want := range []string{"soname: [libhrefix.so.0]", "NODELETE", "Shared library: [libc.so.6]"} {
		if !strings.Contains(dynamic, want) {
			t.Errorf("no %s:\n%s", want, dynamic)
		}
	}
	if strings.Count(dynamic, "Shared library:") != 1 {
		t.Error("needs more than libc:\n", dynamic)
	}
}

func abs(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}
