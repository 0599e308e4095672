package main

import "runtime/debug"

// version returns the path and version of a module that this program is built of, empty if
// that is not known.
func version(module string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, m := range info.Deps {
		if m.Path == module {
			return m.Path + " " + m.Version
		}
	}
	return ""
}
