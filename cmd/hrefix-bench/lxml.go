package main

// python is the interpreter that Debian's packages are for.
const python = "/usr/bin/python3"

// lxml returns the tool.
func lxml() tool { return debian("python3-lxml", succeeds(python, "-c", "import lxml.html")) }

const lxmlName = "lxml make_links_absolute"

// newLxml is lxml's make_links_absolute.
func newLxml(shop *workshop) peer {
	return &process{
		name: lxmlName, lacks: "no srcset; all markup is written again",
		shop: shop, tools: []tool{lxml()},
		argv: func() ([]string, error) {
			script, err := shop.script("lxml_pages.py")
			return []string{python, "-B", script}, err
		},
	}
}
