// Package listen opens the sockets of the filter: loopback addresses, Unix sockets, and sockets
// that systemd has opened.
package listen
