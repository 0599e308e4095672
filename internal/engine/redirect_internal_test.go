package engine

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFindLocation checks that the first place counts at which a script sets the location.
func TestFindLocation(t *testing.T) {
	anywhere := regexp.MustCompile(`\b` + setsLocation.String()[len("^"):])
	for _, text := range []string{
		"", "location", "location='a'", `x.location = "a"`, "mylocation='a'", "my_location='a'; location='b'", "locationlocation='a'",
		"(location.href=\n'a')location='b'", "location='#a'location.replace( 'b')", "location.assign('a", "location.assign(\"a\")",
		"location;location.href+='a';location.href='b'", "\xe9location='a'", "location='a\\'b'",
	} {
		require.Equal(t, anywhere.FindSubmatch([]byte(text)), findLocation([]byte(text)), text)
	}
}
