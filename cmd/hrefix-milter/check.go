//go:build unix

package main

import (
	"io"
	"net"
	"os"

	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/client"
	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/session"
)

// check prints the line of the log for the message in a file. It sends the message through the
// protocol, as a mail server does.
func check(f *flags, stdout io.Writer) error {
	text, err := readFile(f.check)
	if err != nil {
		return err
	}
	f.config.Log = f.logger(stdout)
	here, there := net.Pipe()
	ended := make(chan struct{})
	go func() { session.NewServer(f.config).ServeConn(there); close(ended) }()
	c, err := client.New(here)
	if err != nil {
		return err
	}
	if _, err = c.Send("", client.Parse(text)); err == nil {
		err = c.Quit()
	}
	<-ended // the line of the log comes after the answer
	return err
}

// readFile reads a file, or stdin for "-".
func readFile(name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(os.Stdin)
	}
	return os.ReadFile(name)
}
