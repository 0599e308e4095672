package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

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
not listed.`,
		Example: "  hrefix places\n  hrefix places --json",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return errors.New("places takes no arguments: to look for one, pipe it into grep")
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			if c.flags.json {
				enc := json.NewEncoder(c.Stdout)
				enc.SetEscapeHTML(false)
				for row := range places.Rows() {
					if err := enc.Encode(row); err != nil {
						return err
					}
				}
				return nil
			}
			table := tabwriter.NewWriter(c.Stdout, 0, 0, 2, ' ', 0)
			for row := range places.Rows() {
				group := ""
				if row.Group != "" {
					group = "--also " + row.Group
				}
				fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", row.In, group, row.Source, row.Place)
			}
			return table.Flush()
		},
	}
}
