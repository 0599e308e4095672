// The tests that need other programs are a module of their own, so that go test ./... neither builds them
// nor the packages that only they import. No program is installed from it.
module github.com/hrefix/hrefix/internal/programs

go 1.26.0

require (
	github.com/hrefix/hrefix v0.0.0
	github.com/stretchr/testify v1.12.1
	golang.org/x/net v0.62.0
	golang.org/x/text v0.43.0
)

require (
	github.com/dsnet/compress v0.0.1 // indirect
	github.com/emersion/go-message v0.18.2 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
)

replace github.com/hrefix/hrefix => ../..
