//go:build unix

package listen

import (
	"fmt"
	"os/user"
	"strconv"
	"strings"
	"syscall"
)

// An Account is a user and a group by number.
type Account struct{ User, Group int }

// FindAccount returns the account of USER or USER:GROUP, which may be names or numbers.
func FindAccount(name string) (Account, error) {
	name, group, hasGroup := strings.Cut(name, ":")
	u, err := user.Lookup(name)
	if err != nil {
		if u, err = user.LookupId(name); err != nil {
			return Account{}, fmt.Errorf("no user %q", name)
		}
	}
	var a Account
	if a.User, err = strconv.Atoi(u.Uid); err != nil {
		return a, err
	}
	if hasGroup {
		a.Group, err = groupID(group)
		return a, err
	}
	a.Group, err = strconv.Atoi(u.Gid)
	return a, err
}

// Become changes the user and the group of the process for good, and drops all other groups.
func (a Account) Become() error {
	if err := syscall.Setgroups([]int{a.Group}); err != nil {
		return fmt.Errorf("setgroups: %w", err)
	}
	if err := syscall.Setgid(a.Group); err != nil {
		return fmt.Errorf("setgid: %w", err)
	}
	if err := syscall.Setuid(a.User); err != nil {
		return fmt.Errorf("setuid: %w", err)
	}
	if a.User != 0 && syscall.Setuid(0) == nil {
		return fmt.Errorf("the process could become root again")
	}
	return nil
}
