package main

const pythonMailName = "Python email, lxml"

// newPythonMail is Python's email package, with lxml for the HTML parts.
func newPythonMail(shop *workshop) peer {
	return &sampled{limit: 4 << 20, peer: &process{
		name: pythonMailName, lacks: "no srcset; messages come split, of the large mailbox the first 4 MiB; parts with links are written again",
		shop: shop, tools: []tool{lxml()},
		argv: func() ([]string, error) {
			script, err := shop.script("python_mail.py")
			return []string{python, "-B", script}, err
		},
	}}
}
