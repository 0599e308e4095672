package base_test

import (
	"fmt"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/resolve"
)

// The base of a message that was retrieved from a URL and has a Base field.
func ExampleContext_Establish() {
	ctx := base.NewContext(resolve.RFC1808, base.Source{From: "the options", Value: "http://example.org/list/1.eml"})
	url, _, _ := base.ParseField("Base", "<URL:http://example.org/docs/>")
	result := ctx.Enclose(base.Source{Layer: base.Encapsulating, From: "Base field", Value: url}).Establish()
	fmt.Println(result, result.Layer)
	for _, c := range result.Candidates() {
		fmt.Printf("%v: %s %t %q\n", c.Layer, c.URL, c.Used, c.Text())
	}
	// Output:
	// http://example.org/docs/ encapsulating
	// encapsulating: http://example.org/docs/ true ""
	// retrieval: http://example.org/list/1.eml false "a base further in counts first"
}
