package ranges_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/ranges"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// FuzzRanges compares what is written for files with what is written for their parts.
func FuzzRanges(f *testing.F) {
	f.Add([]byte(record(1, "<a href=b>")+record(2, "<a href=c>")), byte(0), uint16(10))
	for _, s := range samples() {
		f.Add([]byte(s.file), map[detect.Type]byte{detect.NDJSON: 1, detect.WARC: 2}[s.typ], uint16(len(s.file)/2))
	}
	f.Fuzz(func(t *testing.T, data []byte, kind byte, at uint16) {
		typ := []detect.Type{detect.Mbox, detect.NDJSON, detect.WARC}[kind%3]
		file, err := ranges.Open(strings.NewReader(string(data)), int64(len(data)), typ.Container(), format.Options{MaxMember: maxDocument})
		if err != nil {
			require.ErrorIs(t, err, ranges.ErrWhole)
			return
		}
		for _, r := range readings(t, typ) {
			want := r.whole(t, file)
			got, err := r.joined(t, file, int64(at), int64(at)+int64(at)/2)
			if err == nil {
				require.NoError(t, want.err)
				require.Equal(t, want.out, got)
			}
		}
	})
}
