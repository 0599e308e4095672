//go:build !linux

package main

import "time"

// probeAll probes the processor that this process is on.
func probeAll() time.Duration { return probe() }

// bind does nothing: it is for Linux.
func bind() (release func() error, err error) { return func() error { return nil }, nil }
