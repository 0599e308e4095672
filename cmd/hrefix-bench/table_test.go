package main

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTable(t *testing.T) {
	table := &table{header: []string{"peer", ">MB/s", "remark"}}
	table.add("a", "12", "x|y")
	table.add("größer", "1,234", "two\nlines")
	require.Equal(t, `| peer   |  MB/s | remark    |
| ------ | ----: | --------- |
| a      |    12 | x\|y      |
| größer | 1,234 | two lines |
`, table.String())
}

func TestNumber(t *testing.T) {
	for want, x := range map[string]float64{
		"0.53": 0.5333, "3": 3, "9.99": 9.99, "17.7": 17.68, "100": 100.4, "1,235": 1234.5, "0": 0,
		"1,000,000": 1e6, "–": math.NaN(), "-1,500": -1500,
	} {
		require.Equal(t, want, number(x), "%v", x)
	}
	require.Equal(t, "–", number(math.Inf(1)))
}
