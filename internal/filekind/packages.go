package filekind

import (
	"path"
	"strings"
)

// Package returns the kind of zip files whose names have the same extension as name. Their first
// entries may not show their kind, and their readers often need them unchanged.
func Package(name string) (k Kind, ok bool) {
	switch ext := strings.ToLower(path.Ext(name)); ext {
	case ".jar", ".war", ".ear", ".aar", ".jmod":
		return Kind{Program, "a Java archive"}, true
	case ".apk", ".aab":
		return Kind{Program, "an Android package"}, true
	case ".ipa":
		return Kind{Program, "an iOS package"}, true
	case ".whl", ".egg":
		return Kind{Program, "a Python package"}, true
	case ".nupkg", ".vsix", ".appx", ".msix":
		return Kind{Program, "a package of programs"}, true
	case ".xpi", ".crx":
		return Kind{Program, "a browser extension"}, true
	case ".docx", ".docm", ".dotx", ".xlsx", ".xlsm", ".pptx", ".pptm", ".vsdx", ".xps", ".oxps",
		".odt", ".ods", ".odp", ".odg", ".ott", ".pages", ".numbers", ".key":
		return Kind{Office, "an office file"}, true
	case ".wacz":
		return WACZ, true
	case ".npz", ".kmz", ".3mf", ".sketch":
		return Kind{Data, "a data file"}, true
	}
	return Kind{}, false
}
