//go:build hrefix_noarchives

package httpmessage

// codings is empty in a build without web archives: no body is decoded.
var codings map[string]*coding

// exceedsWindow reports whether err comes from data with a large window.
func exceedsWindow(error) bool { return false }
