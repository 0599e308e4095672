module github.com/hrefix/hrefix/cmd/hrefix-bench

go 1.26.0

require (
	github.com/emersion/go-message v0.18.2
	github.com/hrefix/hrefix v0.1.0
	github.com/mmcdole/gofeed v1.4.2
	github.com/stretchr/testify v1.12.1
)

require (
	github.com/dsnet/compress v0.0.1 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	github.com/mmcdole/goxpp/v2 v2.0.0 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)
