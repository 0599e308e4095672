package resolve_test

import (
	"fmt"

	"github.com/hrefix/hrefix/resolve"
)

// One reference, resolved in each dialect.
func ExampleDialect_Base() {
	for _, d := range []resolve.Dialect{resolve.RFC1808, resolve.RFC3986, resolve.WHATWG} {
		target, outcome := d.Base("http://a/b/c").Resolve("../../g?x y")
		fmt.Println(d, target, outcome)
	}
	// Output:
	// rfc1808 http://a/../g?x y resolved
	// rfc3986 http://a/g?x y resolved
	// whatwg http://a/g?x%20y resolved
}

func ExampleResolve() {
	fmt.Println(resolve.Resolve("http://a/b/c/d;p?q#f", "../g"))
	// Output: http://a/b/g
}

func ExampleBase_Append() {
	base := resolve.RFC1808.Base("http://a/b/c/d")
	var buf []byte
	for _, ref := range []string{"g", "/g", "mailto:who@example.org"} {
		var outcome resolve.Outcome
		buf, outcome = base.Append(buf[:0], []byte(ref))
		fmt.Printf("%s (%v)\n", buf, outcome)
	}
	// Output:
	// http://a/b/c/g (resolved)
	// http://a/g (resolved)
	// mailto:who@example.org (absolute)
}

func ExampleBase_AppendReplacement() {
	base := resolve.WHATWG.Base("http://a/b/c/d")
	for _, ref := range []string{`..\e f?%2e`, "HTTP://H/x/../y"} {
		target, _ := base.Append(nil, []byte(ref))
		written, outcome := base.AppendReplacement(nil, []byte(ref))
		fmt.Printf("%s %s %s\n", target, written, outcome)
	}
	// Output:
	// http://a/b/e%20f?%2e http://a/b/e%20f?%2e resolved
	// http://h/y HTTP://H/x/../y absolute
}

func ExampleBase_Relative() {
	ref, ok := resolve.RFC1808.Base("http://a/b/c/d").Relative("http://a/b/img/x.png")
	fmt.Println(ref, ok)
	// Output: ../img/x.png true
}
