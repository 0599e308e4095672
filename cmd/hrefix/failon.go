package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
)

// These values of --fail-on say what makes a run exit with 1 although its work is done.
const (
	failOnLeft       = "left"
	failOnUnresolved = "unresolved"
	failOnNotes      = "notes"
	failOnFaults     = "faults"
)

var failOnChoices = []string{failOnLeft, failOnUnresolved, failOnNotes, failOnFaults}

// addFailOn adds the flag to a verb that reads documents.
func (f *flags) addFailOn(set *pflag.FlagSet) {
	set.StringSliceVar(&f.failOn, "fail-on", nil, "exit with 1 if there is any of `WHAT`, a list of left (links that stay as they are, except those within their document), unresolved (of these, those without a usable base), notes, and faults (of report --check); files are written nevertheless")
}

// checkFailOn returns an error if --fail-on has no value, for example because a shell variable is not set, or an
// unknown value, or one that the verb does not look for.
func (f *flags) checkFailOn(set *pflag.FlagSet) error {
	if set.Changed("fail-on") && len(f.failOn) == 0 {
		return fmt.Errorf("--fail-on \"\": give %s", anyOf(failOnChoices))
	}
	for _, what := range f.failOn {
		switch {
		case !slices.Contains(failOnChoices, what):
			return fmt.Errorf("--fail-on %q: give %s%s", what, anyOf(failOnChoices), suggest(failOnChoices, what))
		case what == failOnFaults && !f.checkReport:
			return errors.New("--fail-on faults is for report --check, and check exits with 1 without it")
		}
	}
	return nil
}

// failOn returns [errCheck] if the run has found something that --fail-on names, after it has reported
// how much.
func (c *command) failOn() error {
	var found []string
	for _, what := range []struct {
		name string
		n    int
		text string
	}{
		{failOnLeft, c.found.LeftAll, console.Plural(c.found.LeftAll, "reference") + " left"},
		{failOnUnresolved, c.found.Unresolved, console.Plural(c.found.Unresolved, "reference") + " unresolved"},
		{failOnNotes, c.found.Notes, console.Plural(c.found.Notes, "note")},
		{failOnFaults, c.faults, console.Plural(c.faults, "fault")},
	} {
		if what.n > 0 && slices.Contains(c.flags.failOn, what.name) {
			found = append(found, what.text)
		}
	}
	if len(found) == 0 {
		return nil
	}
	c.ReportError(fmt.Errorf("--fail-on %s: %s", strings.Join(c.flags.failOn, ","), strings.Join(found, ", ")))
	return errCheck
}
