package progress

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestLine(t *testing.T) {
	for _, c := range []struct {
		done  Amount
		all   *Amount
		rate  float64
		width int
		want  string
	}{
		{Amount{}, nil, 0, 79, "0 files, 0 B, 0 B/s"},
		{Amount{1, 999}, nil, 1000, 79, "1 file, 999 B, 1.0 kB/s"},
		{Amount{0, 0}, &Amount{1, 0}, 0, 79, "[                              ]   0%  0 of 1 file, 0 B of 0 B, 0 B/s"},
		{Amount{1, 0}, &Amount{2, 0}, 0, 79, "[===============               ]  50%  1 of 2 files, 0 B of 0 B, 0 B/s"},
		{Amount{3, 250}, &Amount{4, 1000}, 10, 79, "[=====                 ]  25%  3 of 4 files, 250 B of 1.0 kB, 10 B/s, 1:15 left"},
		{Amount{3, 250}, &Amount{4, 1000}, 10, 70, "[===          ]  25%  3 of 4 files, 250 B of 1.0 kB, 10 B/s, 1:15 left"},
		{Amount{3, 250}, &Amount{4, 1000}, 10, 66, " 25%  3 of 4 files, 250 B of 1.0 kB, 10 B/s, 1:15 left"},
		{Amount{3, 250}, &Amount{4, 1000}, 10, 30, " 25%  3 of 4 files, 250 B of 1"},
		{Amount{3, 250}, &Amount{4, 1000}, 10, 0, ""},
		{Amount{3, 250}, &Amount{4, 1000}, 10, -1, ""},
		{Amount{5, 2000}, &Amount{4, 1000}, 10, 50, "100%  5 of 4 files, 2.0 kB of 1.0 kB, 10 B/s"},
		{Amount{1, 1}, &Amount{2, 1 << 60}, 1, 50, "  0%  1 of 2 files, 1 B of 1.2 EB, 1 B/s"},
		{Amount{0, 0}, &Amount{0, 0}, 0, 40, "  0%  0 of 0 files, 0 B of 0 B, 0 B/s"},
		{Amount{4, 1000}, &Amount{4, 1000}, 10, 66, "100%  4 of 4 files, 1.0 kB of 1.0 kB, 10 B/s, 0:00 left"},
		{Amount{1, 0}, &Amount{2, 359_999}, 1, 68, "[          ]   0%  1 of 2 files, 0 B of 360 kB, 1 B/s, 99:59:59 left"},
		{Amount{1, 0}, &Amount{2, 360_000}, 1, 52, "  0%  1 of 2 files, 0 B of 360 kB, 1 B/s"},
		{Amount{1, 1}, &Amount{2, 10}, 0.5, 50, " 10%  1 of 2 files, 1 B of 10 B, 0 B/s"},
	} {
		require.Equal(t, c.want, line(c.done, c.all, c.rate, c.width))
	}
}

// TestLineFits checks that a line fits the width.
func TestLineFits(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		number := func() int64 { return rnd.Int64() >> rnd.IntN(63) }
		width := rnd.IntN(200)
		all := &Amount{number(), number()}
		text := line(Amount{number(), number()}, all, math.Exp(50*rnd.Float64()-5), width)
		require.LessOrEqual(t, len(text), width)
	}
}

func TestSize(t *testing.T) {
	for bytes, want := range map[int64]string{
		-1: "0 B", 0: "0 B", 999: "999 B", 1000: "1.0 kB", 9949: "9.9 kB", 9950: "10 kB", 123_456: "123 kB", 999_499: "999 kB", 999_500: "1.0 MB",
		1_500_000: "1.5 MB", 2_000_000_000: "2.0 GB", 3e12: "3.0 TB", 4e15: "4.0 PB", math.MaxInt64: "9.2 EB",
	} {
		require.Equal(t, want, size(bytes), "%d", bytes)
	}
}

func TestClock(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0:00", 59 * time.Second: "0:59", time.Minute: "1:00", 3599 * time.Second: "59:59",
		time.Hour: "1:00:00", 99*time.Hour + 61*time.Second: "99:01:01",
	} {
		require.Equal(t, want, clock(d))
	}
}

// TestReplace checks that the rest of a longer line is erased.
func TestReplace(t *testing.T) {
	for _, c := range []struct{ old, line, want string }{
		{"", "ab", "\rab"}, {"abc", "x", "\rx  "}, {"x", "abc", "\rabc"}, {"ab", "", "\r  \r"},
	} {
		require.Equal(t, c.want, replace(c.old, c.line))
	}
}

// TestRate checks that a rate forgets what was before.
func TestRate(t *testing.T) {
	now := time.Now()
	r := rate{at: now}
	tell := func(bytes int64, times int) {
		for range times {
			now = now.Add(interval)
			r.update(r.bytes+bytes, now)
		}
	}
	tell(100, 1)
	require.InDelta(t, 1000, r.mean, 1e-6)
	tell(100, 50)
	require.InDelta(t, 1000, r.mean, 1e-6)
	tell(0, 50) // five seconds
	require.InDelta(t, 1000/math.E, r.mean, 1e-6)
	tell(200, 1000)
	require.InDelta(t, 2000, r.mean, 1e-3)
	r.update(r.bytes+100, now) // in no time
	require.InDelta(t, 2000, r.mean, 1e-3)
}
