package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// inPrivate is set in the environment of a process that has a network of its own.
const inPrivate = "HREFIX_BEAM_PRIVATE"

// private runs the program again in a network that has only a loopback device: the server of Prism listens on all
// devices, asks nobody for a name, and starts programs for its clients. ran is false in the process that does the
// work.
func private() (ran bool, err error) {
	if os.Getenv(inPrivate) != "" {
		if err := checkPrivate(); err != nil {
			return false, err
		}
		return false, loopback()
	}
	self, err := os.Executable()
	if err != nil {
		return false, err
	}
	cmd := exec.Command(self, os.Args[1:]...)
	cmd.Env = append(os.Environ(), inPrivate+"=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET, Pdeathsig: syscall.SIGKILL}
	if id := os.Geteuid(); id != 0 { // only root may make a network without a user namespace
		cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: id, HostID: id, Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getegid(), HostID: os.Getegid(), Size: 1}}
		cmd.SysProcAttr.AmbientCaps = []uintptr{unix.CAP_NET_ADMIN}
	}
	runtime.LockOSThread() // the system ends the child when the thread that started it ends
	defer runtime.UnlockOSThread()
	if err := cmd.Start(); err != nil {
		return false, fmt.Errorf("a network of its own cannot be made: %w", err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); errors.As(err, &exit) {
		os.Exit(max(exit.ExitCode(), 1)) // the program has reported the error
	} else if err != nil {
		return false, err
	}
	return true, nil
}

// checkPrivate returns an error if the process has a network device that other machines reach. In that case
// somebody else has set the variable.
func checkPrivate() error {
	devices, err := net.Interfaces()
	if err != nil {
		return err
	}
	for _, d := range devices {
		if d.Flags&net.FlagUp != 0 && d.Flags&net.FlagLoopback == 0 {
			return fmt.Errorf("the variable %s is set, but the network has the device %s: unset it", inPrivate, d.Name)
		}
	}
	return nil
}

// loopback switches the loopback device on.
func loopback() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	device, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	device.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	return unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, device)
}
