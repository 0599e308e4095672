package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/places"
)

// placesVerb returns the verb that lists the places that hrefix reads.
func (c *command) placesVerb() *cobra.Command {
	return &cobra.Command{
		Use:   "places",
		Short: "List the places where links are found",
		Long: `List the places where links are found, a line each: the documents that have the
place, the group that must be asked for (--also), the specification or the
programs that make the value a URL, and the place as it is given (--place): that
is ELEMENT[ATTRIBUTE]=SYNTAX. Header fields of messages and fields of JSON are
not listed. With --also, only the places of these groups are listed. The places
of SVG and MathML are read in HTML, too.`,
		Example: "  hrefix places\n  hrefix places --also lazy\n  hrefix places --json",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return errors.New("places takes no arguments: to look for one, pipe it into grep")
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			rows, err := c.listedPlaces()
			if err != nil {
				return err
			}
			if c.flags.json {
				enc := json.NewEncoder(c.Stdout)
				enc.SetEscapeHTML(false)
				for _, row := range rows {
					if err := enc.Encode(row); err != nil {
						return err
					}
				}
				return nil
			}
			table := tabwriter.NewWriter(c.Stdout, 0, 0, 2, ' ', 0)
			for _, row := range rows {
				in, group := row.In, ""
				if in == "svg" || in == "mathml" {
					in += ", also in html"
				}
				if row.Group != "" {
					group = "--also " + row.Group
				}
				fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", in, group, row.Source, row.Place)
			}
			return table.Flush()
		},
	}
}

// listedPlaces returns the places that the verb lists: with --also, those of the groups.
func (c *command) listedPlaces() ([]places.Row, error) {
	all := slices.Collect(places.Rows())
	groups, err := engine.ParseGroups(c.flags.also)
	switch {
	case err != nil:
		return nil, fmt.Errorf("--also: %w%s", err, suggest(engine.GroupNames(), c.flags.also...))
	case len(c.flags.places) > 0:
		return nil, errors.New("--place: places lists what is read without it: leave it out")
	case groups == engine.Templates:
		return nil, errors.New("--also templates: these are no places, but references that begin with a placeholder: name another group")
	case groups != 0:
		names := strings.Split(groups.String(), ",")
		all = slices.DeleteFunc(all, func(r places.Row) bool { return !slices.Contains(names, r.Group) })
	}
	return all, nil
}
