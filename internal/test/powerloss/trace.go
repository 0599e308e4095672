package powerloss

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// A Call is a system call that succeeded.
type Call struct {
	Name   string
	Args   []string // the arguments as strace writes them, with strings decoded
	Result int
}

// String returns the call in a form for messages.
func (c Call) String() string {
	var args []string
	for _, a := range c.Args {
		if len(a) > 40 {
			a = a[:40] + "..."
		}
		args = append(args, strconv.Quote(a))
	}
	return fmt.Sprintf("%s(%s) = %d", c.Name, strings.Join(args, ", "), c.Result)
}

// Options are the options with which strace writes a trace that [ReadTrace] can read.
var Options = []string{"-f", "-xx", "-s", "10000000", "-e", "trace=%file,%desc", "-e", "signal=none"}

var (
	whole      = regexp.MustCompile(`^\d+ +(\w+)\((.*)\) += (-?\d+|\?)`)
	unfinished = regexp.MustCompile(`^(\d+) +(\w+)\((.*) <unfinished \.\.\.>$`)
	resumed    = regexp.MustCompile(`^(\d+) +<\.\.\. (\w+) resumed>(.*)$`)
	ended      = regexp.MustCompile(`^\d+ +(\+\+\+|---) `)
	// strace prints question marks instead of the name for a thread that was about to make a
	// call when the process ended, and may tell of it in two lines. The call did not begin.
	neverBegan = regexp.MustCompile(`^\d+ +(\?+\((\) += \?| <unfinished \.\.\.>)|<\.\.\. \?+ resumed>\) += \?)$`)
)

// ReadTrace reads the output of strace with [Options]. It returns the calls that succeeded, in the
// order in which they ended. A close is placed at the time when it began, since another thread may
// get the same descriptor before the close ends.
func ReadTrace(r io.Reader) (all []Call, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<30)
	begun := make(map[string]string) // unfinished calls by thread
	for lines.Scan() {
		line := lines.Text()
		if m := unfinished.FindStringSubmatch(line); m != nil {
			begun[m[1]] = m[1] + " " + m[2] + "(" + m[3]
			if m[2] == "close" {
				all = append(all, Call{m[2], []string{m[3]}, 0})
			}
			continue
		}
		if m := resumed.FindStringSubmatch(line); m != nil {
			if m[2] == "close" {
				continue
			}
			line = begun[m[1]] + m[3]
		}
		m := whole.FindStringSubmatch(line)
		switch {
		case m != nil:
		case ended.MatchString(line), neverBegan.MatchString(line):
			continue
		default:
			return nil, fmt.Errorf("not understood: %.200q", line)
		}
		result, err := strconv.Atoi(m[3])
		if err != nil || result < 0 {
			continue // the call failed, or the process ended during it
		}
		args, err := arguments(m[2])
		if err != nil {
			return nil, fmt.Errorf("%w: %.200q", err, line)
		}
		all = append(all, Call{m[1], args, result})
	}
	return all, lines.Err()
}

// arguments splits the arguments of a call. Text in braces or brackets is one argument.
func arguments(s string) (all []string, err error) {
	depth, start := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"': // a string, in which strace escapes all bytes
			n := strings.IndexByte(s[i+1:], '"')
			if n < 0 {
				return nil, fmt.Errorf("a string does not end")
			}
			i += n + 1
		case '{', '[', '(':
			depth++
		case '}', ']', ')':
			depth--
		case ',':
			if depth == 0 {
				all = append(all, s[start:i])
				start = i + 1
			}
		}
	}
	all = append(all, s[start:])
	for i, a := range all {
		a = strings.TrimSpace(a)
		if strings.HasPrefix(a, `"`) {
			if strings.HasSuffix(a, `...`) {
				return nil, fmt.Errorf("a string is cut")
			}
			if a, err = strconv.Unquote(a); err != nil {
				return nil, err
			}
		}
		all[i] = a
	}
	return all, nil
}
