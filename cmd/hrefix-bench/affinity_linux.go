package main

import (
	"iter"
	"os"
	"runtime"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// probeAll probes all processors that this process may use, one after the other, and
// returns the longest time.
func probeAll() (longest time.Duration) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var all unix.CPUSet
	if err := unix.SchedGetaffinity(0, &all); err != nil {
		return probe()
	}
	defer unix.SchedSetaffinity(0, &all)
	for cpu := range processors(&all) {
		var one unix.CPUSet
		one.Set(cpu)
		if unix.SchedSetaffinity(0, &one) == nil {
			longest = max(longest, probe())
		}
	}
	return longest
}

// processors returns those of a set.
func processors(set *unix.CPUSet) iter.Seq[int] {
	return func(yield func(int) bool) {
		for cpu := range len(set) * strconv.IntSize {
			if set.IsSet(cpu) && !yield(cpu) {
				return
			}
		}
	}
}

// bind makes this process, and those that it starts, use one processor only, and returns
// a function that undoes it.
func bind() (release func() error, err error) {
	var all, one unix.CPUSet
	if err := unix.SchedGetaffinity(0, &all); err != nil {
		return nil, err
	}
	for cpu := range processors(&all) {
		one.Set(cpu)
		break
	}
	return func() error { return setAffinity(&all) }, setAffinity(&one)
}

// setAffinity makes all threads of this process use the processors of a set. It looks
// twice, since a thread may start another meanwhile.
func setAffinity(set *unix.CPUSet) error {
	for range 2 {
		threads, err := os.ReadDir("/proc/self/task")
		if err != nil {
			return err
		}
		for _, t := range threads {
			id, err := strconv.Atoi(t.Name())
			if err != nil {
				return err
			}
			if err := unix.SchedSetaffinity(id, set); err != nil && err != unix.ESRCH {
				return os.NewSyscallError("sched_setaffinity", err)
			}
		}
	}
	return nil
}
