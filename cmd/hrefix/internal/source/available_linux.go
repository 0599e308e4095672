package source

import (
	"bytes"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// available returns the number of bytes of memory that the process may still take, or 0 if it is
// not known. limited reports whether the number comes from a limit of the process itself.
func available() (n int64, limited bool) {
	if n, ok := underLimit(); ok {
		return n, true
	}
	var s unix.Sysinfo_t
	if err := unix.Sysinfo(&s); err != nil {
		return 0, false
	}
	n = int64(s.Totalram) * int64(s.Unit)
	if group, ok := ofGroup(); ok && group < n {
		n = group
	}
	return n, false
}

// underLimit returns the number of bytes of address space that the process may still take by its
// limits.
func underLimit() (left int64, ok bool) {
	used := usedPages()
	for i, resource := range []int{unix.RLIMIT_AS, unix.RLIMIT_DATA} {
		var r unix.Rlimit
		if err := unix.Getrlimit(resource, &r); err != nil || r.Cur > 1<<62 {
			continue
		}
		n := max(0, int64(r.Cur)-used[i])
		if !ok || n < left {
			left, ok = n, true
		}
	}
	return left, ok
}

// usedPages returns the sizes of the address space of the process, and of its data, in bytes:
// proc(5), statm.
func usedPages() (used [2]int64) {
	b, err := os.ReadFile("/proc/self/statm")
	fields := bytes.Fields(b)
	if err != nil || len(fields) < 6 {
		return used
	}
	for i, field := range []int{0, 5} {
		pages, _ := strconv.ParseInt(string(fields[field]), 10, 64)
		used[i] = pages * int64(os.Getpagesize())
	}
	return used
}

// ofGroup returns the memory limit of the control group of the process. ok is false without a limit, or if
// the group is not the root of its hierarchy, as it is in a container.
func ofGroup() (n int64, ok bool) {
	for _, name := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		b, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		if n, err := strconv.ParseInt(strings.TrimSpace(string(b)), 10, 64); err == nil && n > 0 {
			return n, true
		}
	}
	return 0, false
}
