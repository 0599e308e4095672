module github.com/hrefix/hrefix/cmd/hrefix-milter

go 1.26.0

require (
	github.com/coreos/go-systemd/v22 v22.7.0
	github.com/d--j/go-milter v0.10.1
	github.com/emersion/go-msgauth v0.7.0
	github.com/hrefix/hrefix v0.1.0
	github.com/spf13/pflag v1.0.9
	github.com/stretchr/testify v1.12.1
	golang.org/x/net v0.62.0
	golang.org/x/sync v0.24.0
	golang.org/x/sys v0.49.0
)

require (
	github.com/dsnet/compress v0.0.1 // indirect
	github.com/emersion/go-message v0.18.2 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/crypto v0.58.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)
