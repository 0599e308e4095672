package linkcheck

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzPage checks pages with any content: the faults are those of a second run, and the links of a
// page are at least as many as its faults.
func FuzzPage(f *testing.F) {
	for _, seed := range []string{
		`<a href=a.html#x><img src=b.png><base href=d/><a href=../..><a href=#y><p id=y>`,
		`<a href="file:///home/tree/%00"><a href="\\x"><a href=//h/..><a href=cid:%zz><svg><use href=#u>`,
		`<meta http-equiv=refresh content="0;url=d/"><script>location="d/"+location.hash</script><a href=#1-3><a href=page.html#x>`,
		"<meta charset=utf-16><a name=N><a href=#%ff>", "<?xml version='1.0'?><r xml:id='a' id='b'/>",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m := newMemory(map[string]string{"page.html": text, "d/index.html": "", "b.png": ""})
		c := New(Options{Orphans: true, External: true})
		first, p := checkPage(t, c, m, "page.html", location+"page.html")
		second, _ := checkPage(t, c, m, "page.html", location+"page.html")
		require.Equal(t, first, second)
		require.GreaterOrEqual(t, p.Links, len(first))
	})
}
