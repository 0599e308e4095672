package crawl

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestMemory checks how much memory an index takes for each capture. HREFIX_CAPTURES is the number
// of captures, each of another URL.
func TestMemory(t *testing.T) {
	n := 50_000
	if s := os.Getenv("HREFIX_CAPTURES"); s != "" {
		var err error
		n, err = strconv.Atoi(s)
		require.NoError(t, err)
	}
	before := heap()
	began := time.Now()
	x := New(time.Time{})
	size := 0
	for i := range n {
		url := fmt.Sprintf("https://www.site%d.example/some/directory/%d/page-%d.php?id=%d", i%100, i/1000, i, i)
		size += len(url)
		x.Add(&Capture{
			URL: url, Date: time.Unix(1.5e9+int64(i), 0), At: Position{0, uint32(i)}, Status: 200, Kind: HTML,
			Digest: fmt.Sprint("sha1:", i), ID: fmt.Sprint("<urn:", i, ">"),
		})
	}
	added := heap()
	x.Settle()
	settled := heap()
	runtime.KeepAlive(x)
	t.Logf("%d captures with URLs of %d bytes: %d MB when they are added (%d bytes each), %d MB when they are settled, %v", n, size/n,
		(added-before)>>20, (added-before)/n, (settled-before)>>20, time.Since(began).Round(time.Millisecond))
	require.Less(t, (added-before)/n, size/n+140)
	require.Less(t, settled, added+n*40)
}

// heap returns the size of what is in use.
func heap() int {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}
