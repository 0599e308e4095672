package atomicfile

import (
	"errors"
	"os"
	"syscall"
)

// locks says that files are not locked.
const locks = false

// lock returns nil if the process that created the file has ended, so no process uses the file.
func lock(_ *os.File, process int) error {
	const invalidParameter = syscall.Errno(87) // ERROR_INVALID_PARAMETER: no such process
	p, err := os.FindProcess(process)
	if errors.Is(err, invalidParameter) {
		return nil
	}
	if err == nil {
		err = p.Release()
	}
	return errors.Join(errors.ErrUnsupported, err)
}
