module github.com/hrefix/hrefix/cmd/hrefix-bench

go 1.26.0

require (
	github.com/PuerkitoBio/goquery v1.13.0
	github.com/emersion/go-message v0.18.2
	github.com/hrefix/hrefix v0.1.0
	github.com/mmcdole/gofeed v1.4.2
	github.com/nlnwa/whatwg-url v0.6.2
	github.com/stretchr/testify v1.12.1
	github.com/tdewolff/parse/v2 v2.8.20
	golang.org/x/net v0.62.0
	golang.org/x/sys v0.49.0
)

require (
	github.com/andybalholm/cascadia v1.3.4 // indirect
	github.com/bits-and-blooms/bitset v1.20.0 // indirect
	github.com/dsnet/compress v0.0.1 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	github.com/mmcdole/goxpp/v2 v2.0.0 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/text v0.43.0 // indirect
)
