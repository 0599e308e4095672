package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// machine says what this machine is.
func machine() string {
	return fmt.Sprintf("%s, %d cores, %s of memory, %s %s/%s",
		fieldOf("/proc/cpuinfo", "model name"), runtime.NumCPU(), memory(), kernel(), runtime.GOOS, runtime.GOARCH)
}

// fieldOf returns the value of the first line of a file that begins with name.
func fieldOf(file, name string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		return "unknown"
	}
	return fieldIn(string(data), name)
}

// fieldIn returns the value of the first line of text that begins with name.
func fieldIn(text, name string) string {
	for line := range strings.Lines(text) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}

// memory returns the size of the memory.
func memory() string {
	var kB float64
	if _, err := fmt.Sscan(fieldOf("/proc/meminfo", "MemTotal"), &kB); err != nil {
		return "unknown size"
	}
	return fmt.Sprintf("%.0f GB", kB/1e6)
}

// kernel returns the name and release of the kernel.
func kernel() string {
	release, err := os.ReadFile("/proc/sys/kernel/osrelease")
	if err != nil {
		return "kernel unknown,"
	}
	return "kernel " + strings.TrimSpace(string(release)) + ","
}

// fileSystem returns the type of the file system that a folder is on.
func fileSystem(dir string) string {
	out, err := exec.Command("stat", "-f", "-c", "%T", dir).Output()
	if err != nil {
		return "an unknown file system"
	}
	return strings.TrimSpace(string(out))
}

// load returns the average number of processes that wanted to run in the last
// minute.
func load() string {
	data, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Fields(string(data))[0]
}

// commit returns the commit that is checked out in a folder.
func commit(dir string) string {
	out, err := exec.Command("git", "-C", dir, "describe", "--always", "--dirty").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}

// versions says what the rows of sections were measured with.
func versions(sections []*section) string {
	list := []string{runtime.Version()}
	seen := make(map[string]bool)
	for _, s := range sections {
		for _, r := range s.rows {
			if v := r.who.version; v != "" && !seen[v] {
				seen[v] = true
				list = append(list, v)
			}
		}
	}
	return strings.Join(list, "; ")
}

// today returns the date.
func today() string { return time.Now().UTC().Format(time.DateOnly) }
