module github.com/hrefix/hrefix/cmd/libhrefix

go 1.26.0

require github.com/hrefix/hrefix v0.1.0

require (
	github.com/dsnet/compress v0.0.1 // indirect
	github.com/emersion/go-message v0.18.2 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)
