package faulty

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOnce(t *testing.T) {
	broken := errors.New("broken")
	r := Once(broken, strings.NewReader("rest"))
	n, err := r.Read(make([]byte, 9))
	require.Zero(t, n)
	require.Equal(t, broken, err)
	rest, err := io.ReadAll(r)
	require.NoError(t, err)
	require.Equal(t, "rest", string(rest))
}
