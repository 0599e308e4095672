//go:build unix

package web

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// figure adds a row to the table of figures, if one is wanted.
func figure(t testing.TB, name, format string, args ...any) {
	t.Helper()
	row := fmt.Sprintf("| %s | %s |\n", name, fmt.Sprintf(format, args...))
	t.Log(row)
	file := os.Getenv("HREFIX_WEB_FIGURES")
	if file == "" {
		return
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	require.NoError(t, err)
	_, err = f.WriteString(row)
	require.NoError(t, err)
	require.NoError(t, f.Close())
}
