package inputs

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/filekind"
)

// A Choice says which files in directories are selected. The zero Choice selects all.
type Choice struct {
	exts    []string // the extensions in lower case, each with its dot
	globs   []glob
	without []glob
}

// NewChoice returns the choice of the files that have one of the extensions, and whose path matches
// one of the globs but no glob that begins with "!". An element of exts is one extension, or
// several separated by commas, each with or without a dot.
func NewChoice(exts, globs []string) (Choice, error) {
	var ch Choice
	for _, given := range exts {
		for ext := range strings.SplitSeq(given, ",") {
			ext = strings.TrimPrefix(strings.TrimSpace(ext), ".")
			if ext == "" || strings.ContainsAny(ext, `/*?[{`) {
				return ch, fmt.Errorf("--ext %q: %q is not an extension: give some such as html,htm, or --glob PATTERN", given, ext)
			}
			ch.exts = append(ch.exts, "."+strings.ToLower(ext))
		}
	}
	for _, given := range globs {
		pattern, without := strings.CutPrefix(given, "!")
		g, err := newGlob(pattern)
		if err != nil {
			return ch, fmt.Errorf("--glob %q: %w", given, err)
		}
		if without {
			ch.without = append(ch.without, g)
		} else {
			ch.globs = append(ch.globs, g)
		}
	}
	return ch, nil
}

// takes reports whether a file is selected. rel is its path in the given directory, with
// slashes.
func (ch *Choice) takes(rel string) bool {
	return (len(ch.exts) == 0 || ch.hasExt(rel)) && (len(ch.globs) == 0 || matchesAny(ch.globs, rel))
}

// hasExt reports whether a name has one of the extensions. The extension of a coding, or a
// query, may follow it.
func (ch *Choice) hasExt(name string) bool {
	name = strings.ToLower(name)
	plain := container.TrimCoding(name)
	return slices.ContainsFunc(ch.exts, func(ext string) bool {
		return strings.HasSuffix(plain, ext) || strings.HasSuffix(name, ext) || filekind.HasQuery(name) && filekind.Ext(name) == ext
	})
}

// leavesOut reports whether a file or directory is excluded.
func (ch *Choice) leavesOut(rel string) bool { return matchesAny(ch.without, rel) }

// A glob is a pattern for paths below a directory.
type glob struct {
	pattern string
	name    bool // the pattern is for the last element of a path
}

// maxBraces is the number of alternatives in braces that a pattern may have. Each may double the time of a match.
const maxBraces = 10

// newGlob returns the glob of a pattern.
func newGlob(pattern string) (glob, error) {
	switch {
	case pattern == "":
		return glob{}, errors.New("is empty: give a pattern such as docs/**/*.html")
	case strings.HasPrefix(pattern, "/"):
		return glob{}, fmt.Errorf("begins with /: give one for paths below a given directory, such as .%s", pattern)
	case strings.HasSuffix(pattern, "/"):
		return glob{}, fmt.Errorf("ends with /: give %s** for what is below, or !%s to leave it out", pattern, pattern[:len(pattern)-1])
	case !doublestar.ValidatePattern(pattern):
		return glob{}, errors.New(`is not a pattern: close each [ and {, and write \[ and \{ for those of a name`)
	case strings.Count(pattern, "{") > maxBraces:
		return glob{}, fmt.Errorf("has more than %d {: give several patterns", maxBraces)
	}
	return glob{pattern: strings.TrimPrefix(pattern, "./"), name: !strings.Contains(pattern, "/")}, nil
}

// matches reports whether a path matches.
func (g *glob) matches(rel string) bool {
	if g.name {
		rel = path.Base(rel)
	}
	return doublestar.MatchUnvalidated(g.pattern, rel)
}

func matchesAny(globs []glob, rel string) bool {
	return slices.ContainsFunc(globs, func(g glob) bool { return g.matches(rel) })
}
