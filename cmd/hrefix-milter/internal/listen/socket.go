//go:build unix

package listen

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/user"
	"strconv"
	"syscall"
	"time"

	"github.com/hrefix/hrefix/internal/filelock"
)

// Options say how a socket is opened.
type Options struct {
	// Mode is the mode of a Unix socket, and Group its group if it is not empty.
	Mode  fs.FileMode
	Group string
	// Anywhere allows addresses that other machines can reach.
	Anywhere bool
}

// Open listens on an address.
func Open(a Address, o Options) (net.Listener, error) {
	if a.Network == "unix" {
		return openUnix(a.Name, o)
	}
	addr, err := a.resolve(o.Anywhere)
	if err != nil {
		return nil, err
	}
	return net.ListenTCP("tcp", addr)
}

// openUnix listens on a Unix socket. It replaces a socket on which nobody listens. A lock keeps two
// processes from doing so at the same time.
func openUnix(path string, o Options) (net.Listener, error) {
	lock, err := os.OpenFile(path+".lock", os.O_CREATE|os.O_RDWR|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, fmt.Errorf("listen on unix:%s: make a lock beside the socket: %w", path, err)
	}
	// The lock is kept until the process ends.
	if err := filelock.Lock(lock); err != nil {
		lock.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := removeStale(path); err != nil {
		lock.Close()
		return nil, err
	}
	l, err := bind(path, o)
	if err != nil {
		lock.Close()
		return nil, err
	}
	return &locked{Listener: l, lock: lock}, nil
}

// A locked listener has a lock.
type locked struct {
	net.Listener
	lock *os.File
}

// Close removes the socket, and then unlocks it.
func (l *locked) Close() error {
	err := l.Listener.Close()
	return errors.Join(err, l.lock.Close())
}

// removeStale removes a socket on which nobody listens.
func removeStale(path string) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Mode().Type() != fs.ModeSocket:
		return fmt.Errorf("%s exists, and is not a socket", path)
	}
	c, err := net.DialTimeout("unix", path, time.Second)
	if err == nil {
		c.Close()
		return fmt.Errorf("%s: another program listens on it", path)
	}
	if !errors.Is(err, syscall.ECONNREFUSED) {
		return fmt.Errorf("%s exists, and may be in use: %w", path, err)
	}
	return os.Remove(path)
}

// bind makes the socket. The socket has its mode from the beginning: the directory may belong to
// another user, who could replace the socket by a link before a change of the mode.
func bind(path string, o Options) (net.Listener, error) {
	old := syscall.Umask(int(^o.Mode & fs.ModePerm))
	l, err := net.Listen("unix", path)
	syscall.Umask(old)
	if err != nil {
		return nil, err
	}
	if o.Group == "" {
		return l, nil
	}
	gid, err := groupID(o.Group)
	if err == nil {
		err = setGroup(path, gid)
	}
	if err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// groupID returns the number of a group, which may be given as a name or a number.
func groupID(name string) (int, error) {
	if g, err := user.LookupGroup(name); err == nil {
		name = g.Gid
	}
	n, err := strconv.ParseUint(name, 10, 31)
	if err != nil {
		return 0, fmt.Errorf("no group %q", name)
	}
	return int(n), nil
}
