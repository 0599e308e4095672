//go:build unix

package listen

import (
	"fmt"
	"net"
	"strings"
)

// An Address is where the filter listens.
type Address struct {
	Network string // "unix" or "tcp"
	Name    string // a path, or HOST:PORT
}

// Parse reads an address as mail servers write it:
//
//	unix:PATH, local:PATH    a Unix socket
//	inet:HOST:PORT           as Postfix writes it
//	inet:PORT@HOST           as Sendmail writes it; also inet6:
func Parse(s string) (Address, error) {
	kind, name, _ := strings.Cut(s, ":")
	switch kind {
	case "unix", "local":
		if !strings.HasPrefix(name, "/") {
			return Address{}, fmt.Errorf("listen on %q: give the whole path, such as unix:/run/hrefix-milter/milter.sock", s)
		}
		return Address{"unix", name}, nil
	case "inet", "inet6":
		if port, host, ok := strings.Cut(name, "@"); ok {
			name = net.JoinHostPort(strings.Trim(host, "[]"), port)
		}
		if host, port, err := net.SplitHostPort(name); err == nil && host != "" && port != "" {
			return Address{"tcp", name}, nil
		}
	}
	return Address{}, fmt.Errorf("listen on %q: give unix:PATH or inet:HOST:PORT", s)
}

// resolve returns the address of a TCP host. It refuses addresses that other machines can reach.
func (a Address) resolve(anywhere bool) (*net.TCPAddr, error) {
	addr, err := net.ResolveTCPAddr("tcp", a.Name)
	if err != nil {
		return nil, err
	}
	if err := Check(addr, anywhere); err != nil {
		return nil, err
	}
	return addr, nil
}

// Check refuses a TCP address that other machines can reach, unless anywhere allows it.
func Check(addr net.Addr, anywhere bool) error {
	if tcp, ok := addr.(*net.TCPAddr); ok && !anywhere && !tcp.IP.IsLoopback() {
		return fmt.Errorf("listen on %s: other machines can reach this address, and there are no passwords: give a loopback address, or for mail --allow-remote", addr)
	}
	return nil
}
