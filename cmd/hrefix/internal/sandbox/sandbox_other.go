//go:build !linux

package sandbox

func enter(Rules, bool) error { return ErrUnsupported }
