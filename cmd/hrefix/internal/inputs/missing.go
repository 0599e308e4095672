package inputs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// CheckArgs returns the joined errors of all arguments that name no file, or nil. A run that
// writes calls it first, so that a misspelled name, or an argument that was meant for a
// flag, is found before any file is changed. Paths in lists are not checked, since some
// lists can be read only once.
func (in *Inputs) CheckArgs() error {
	var missing []error
	for _, arg := range in.Args {
		if arg == Stdin {
			continue
		}
		if _, err := os.Stat(arg); errors.Is(err, fs.ErrNotExist) {
			missing = append(missing, in.noSuchFile(arg))
		}
	}
	return errors.Join(missing...)
}

// noSuchFile returns the error for an argument that names no file, with what to do.
func (in *Inputs) noSuchFile(arg string) error {
	if err := danglingLink(arg); err != nil {
		return err
	}
	if in.Advise != nil {
		if advice := in.Advise(arg); advice != "" {
			return fmt.Errorf("%s: %s", arg, advice)
		}
	}
	return fmt.Errorf("%s: no such file: check the name, or give - for stdin", arg)
}

// danglingLink returns the error for a symbolic link whose target does not exist, or nil if name is
// no such link.
func danglingLink(name string) error {
	to, err := os.Readlink(name)
	if err != nil {
		return nil
	}
	return fmt.Errorf("%s: a symbolic link whose target does not exist (%s): restore the target, or name another file", name, to)
}
