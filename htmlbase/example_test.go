package htmlbase_test

import (
	"fmt"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/htmlbase"
	"github.com/hrefix/hrefix/resolve"
)

// The base of an HTML document. The first BASE element with an href counts.
func ExampleFind() {
	const page = `<base target=_top><a href=x>x</a><base href="../docs/"><base href="http://late/">`
	ctx := base.NewContext(resolve.RFC1808, base.Source{Value: "http://example.org/dir/page"})
	result := ctx.Establish(htmlbase.Find([]byte(page))...)
	fmt.Println(result, result.Layer)
	for _, c := range result.Candidates() {
		fmt.Println(c.Value, c.Used, c.Text())
	}
	// Output:
	// http://example.org/docs/ embedded
	// ../docs/ true relative, resolved against the next base further out
	// http://late/ false a later BASE element does not count
	// http://example.org/dir/page false a base further in counts first
}
