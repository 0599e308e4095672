package mbox

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A date that the quick check accepts is one that the parser accepts.
func TestEndsWithDate(t *testing.T) {
	for _, date := range []string{"Thu Jan  1 00:00:00 2004", "Sun Dec 31 24:59:61 1999", "Sat Feb 00 01:02:03 0000"} {
		assert.True(t, endsWithDate([]byte(date)), date)
		assert.True(t, endsWithDate([]byte("a@b.example "+date)), date)
		assert.False(t, endsWithDate([]byte("x"+date)), date)
		assert.False(t, endsWithDate([]byte(date[1:])), date)
		assert.False(t, endsWithDate([]byte(date+" ")), date)
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	dates := 0
	for range 200_000 {
		line := []byte("Thu Jan  1 00:00:00 2004")
		for range 1 + rnd.IntN(3) {
			line[rnd.IntN(len(line))] = " 0123456789:SunThuJanFebMay.-"[rnd.IntN(29)]
		}
		if !endsWithDate(line) {
			continue
		}
		dates++
		c := cursor(line)
		asctime, ok := c.date()
		require.True(t, asctime && ok, "%s", line)
		require.Empty(t, c, "%s", line)
	}
	assert.Greater(t, dates, 1000)
}
