package session

import (
	"bytes"
	"fmt"
	"strings"
)

// Exceptions say which mail stays as it is.
type Exceptions struct{ from, to, user patterns }

// patterns are addresses, such as user@example.org, and domains, such as @example.org, in lower case.
type patterns map[string]bool

// NewExceptions returns the exceptions for lists of senders, recipients and authenticated users. Letters of either case
// are the same. The sender of a bounce is <>.
func NewExceptions(from, to, user []string) (e Exceptions, err error) {
	for _, list := range []struct {
		flag string
		text []string
		to   *patterns
	}{{skipFrom, from, &e.from}, {skipTo, to, &e.to}, {skipUser, user, &e.user}} {
		*list.to = make(patterns)
		for _, text := range list.text {
			if text == "" || list.flag != skipUser && !strings.Contains(text, "@") && text != "<>" {
				return e, fmt.Errorf("--%s %q: give an address such as user@example.org, or a domain such as @example.org", list.flag, text)
			}
			(*list.to)[plainAddress(text)] = true
		}
	}
	return e, nil
}

// The flags for exceptions, which are also the reasons in the log.
const (
	skipFrom = "skip-from"
	skipTo   = "skip-to"
	skipUser = "skip-user"
)

// plainAddress returns an address without its angle brackets and upper case letters.
func plainAddress(text string) string {
	return strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(text, "<"), ">"))
}

// match reports whether an address or its domain is in p.
func (p patterns) match(address string) bool {
	address = plainAddress(address)
	at := strings.LastIndexByte(address, '@')
	return p[address] || at >= 0 && p[address[at:]]
}

// none reports whether there are no exceptions.
func (e *Exceptions) none() bool { return len(e.from)+len(e.to)+len(e.user) == 0 }

// sender returns the flag of the exception for an authenticated user, which may be "", or for the sender in the
// data of the command MAIL. Otherwise it returns "".
func (e *Exceptions) sender(user string, data []byte) string {
	switch {
	case user != "" && e.user.match(user):
		return skipUser
	case e.from.match(argument(data)):
		return skipFrom
	}
	return ""
}

// recipient returns the flag of the exception for the recipient in the data of the command RCPT, or "".
func (e *Exceptions) recipient(data []byte) string {
	if e.to.match(argument(data)) {
		return skipTo
	}
	return ""
}

// argument returns the first string in the data of a command: the address. Parameters of ESMTP follow it.
func argument(data []byte) string {
	first, _, _ := bytes.Cut(data, []byte{0})
	return string(first)
}
