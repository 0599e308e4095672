package microsyntax_test

var importMapCases = []row{
	{``, nil}, {`[]`, nil}, {`"/a"`, nil}, {`1`, nil}, {`null`, nil}, {`{}`, nil}, {` { } `, nil},
	{`{"imports":{"app":"./app.mjs","/lib/":"/lib2/"}}`, []string{"./app.mjs", "/lib/", "/lib2/"}},
	{`{"imports":{"a":"../b","c":"https://d/e","f":"g","h":"node:fs"}}`, []string{"../b", "https://d/e", "node:fs"}},
	{`{"imports":{"a":"","":"/b","c":".","d":"..","e":"#","f":"?","g":"\\h","i":" /j"}}`, []string{"/b"}},
	{`{"imports":{"a":null,"./b":1,"c":["/d"],"e":{"/f":"/g"},"h":"/i"}}`, []string{"./b", "/i"}},
	// Absolute or not.
	{`{"imports":{"a":"http:g","b":"HTTPS:/g","c":"file:g","d":"x:g","e":"httpx:g","f":"1x:g","h":":g","i":"a b:c"}}`,
		[]string{"x:g", "httpx:g"}},
	{`{"imports":{"a":"file:/g","b":"FILE:///h","c":"ws:/g"}}`, []string{"file:/g", "FILE:///h"}},
	{"{\"imports\":{\"a\":\"/b\",\"c\":\"\n/d\"}}", nil}, // a line break is not allowed in a JSON string
	{`{"imports":{"a":" HtTp://g","b":"\nht\ttps://g","c":"longer-than-any:g","d":"é:g","e":"\u00e9:g","f":"\u0068ttp:\/\u002fg"}}`,
		[]string{` HtTp://g`, `\nht\ttps://g`, "longer-than-any:g", `\u0068ttp:\/\u002fg`}},
	// Escapes.
	{`{"import\u0073":{"\/a":"\u002e\/b","\"":"\\/c","d\\":"/e"}}`, []string{`\/a`, `\u002e\/b`, "/e"}},
	{`{"imports\n":{"/a":"/b"}}`, nil},
	{`{"imports":{"a":"\b\fx\r\t\n:g","b":"x\b:g","c":"\"x:g"}}`, []string{`\b\fx\r\t\n:g`}},
	// Scopes.
	{`{"scopes":{"s/":{"a":"/b","c":"d"},"":{},"./t":{"./u":"v"},"#":{}}}`, []string{"s/", "/b", "", "./t", "./u", "#"}},
	{`{"scopes":{"s":{"a":{"/b":"/c"}},"t":{}}}`, []string{"s", "t"}},
	// Integrity.
	{`{"integrity":{"./a":"sha384-x","b":"/c","https://d":["/e"]}}`, []string{"./a", "https://d"}},
	// All of these together.
	{`{"x":{"imports":{"a":"/b"}},"integrity":{"/c":""},"imports":{"d":"/e"},"scopes":{"/f":{"/g":"/h"}},"y":"/z"}`,
		[]string{"/c", "/e", "/f", "/g", "/h"}},
	// Rejected as a whole.
	{`{"imports":{"a":"/b"},}`, nil},
	{`{"imports":{"a":"/b"}} x`, nil},
	{`{"imports":{"a":"/b"},"scopes":[]}`, nil},
	{`{"imports":{"a":"/b"},"scopes":{"c":1}}`, nil},
	{`{"imports":{"a":"/b"},"scopes":{"c":{},"d":null}}`, nil},
	{`{"imports":{"a":"/b"},"integrity":""}`, nil},
	{`{"imports":["/a"]}`, nil},
	{`{"imports":null,"scopes":{"a":{}}}`, nil},
	{"\ufeff" + `{"imports":{"a":"/b"}}`, nil},
	{`{"imports":{"a":"/b"}} // c`, nil},
	{`{'imports':{'a':'/b'}}`, nil},
	// Equal keys.
	{`{"imports":{"a":"/b","a":"/c"},"imports":{"a":"/d"}}`, []string{"/b", "/c", "/d"}},
}

var speculationCases = []row{
	{``, nil}, {`[]`, nil}, {`{}`, nil}, {`null`, nil}, {`{"urls":["a"]}`, nil}, {`{"prefetch":{"urls":["a"]}}`, nil}, {`{"prefetch":["a",1,[]]}`, nil},
	{`{"prefetch":[{"urls":["a","/b","https://c/",""]}]}`, []string{"a", "/b", "https://c/", ""}},
	{`{"tag":"t","prerender":[{"source":"list","urls":["\/a"],"relative_to":"document","eagerness":"eager"}],"other":[{"urls":["b"]}]}`,
		[]string{`\/a`}},
	{`{"prefetch":[{"urls":["a"],"relative_to":"ruleset"},{"urls":["b"]}],"prerender":[{"url\u0073":["c"]}]}`, []string{"a", "b", "c"}},
	{`{"prefetch_with_subresources":[{"urls":["a"]}],"prerender_until_script":[{"urls":["b"]}]}`, []string{"a", "b"}},
	{`{"prefetch":[{"where":{"and":[{"href_matches":"/*"},{"not":{"href_matches":["/a","/b"]}}]}}]}`, nil},
	{`{"prefetch":[{"where":{"urls":["a"]},"expects_no_vary_search":"params"}]}`, nil},
	{`{"prefetch":[{"urls":"a"},{"urls":[1,["b"],{"urls":["c"]},"d"]}]}`, []string{"d"}},
	{`{"prefetch":[{"urls":["a"],"tag":"/b","requires":["anonymous-client-ip-when-cross-origin"]}]}`, []string{"a"}},
	{`{"prefetch":[{"urls":["a"]}]`, nil},
	{`{"prefetch":[{"urls":["a",]}]}`, nil},
}

var blockCases = []row{
	{``, nil}, {`{}`, nil}, {`"http://a"`, nil}, {`["http://a"]`, nil}, {`{"url":"a"`, nil},
	{`{"url":"a.jpg","id":5,"alt":"b","dim":{"url":["/c",{"x":"d"}]}}`, []string{"a.jpg", "/c"}},
	{`{"href":"a","src":"b","poster":"c","mediaLink":"d","mediaUrl":"e","feedURL":"f","textLinkHref":"g"}`, []string{"a", "b", "c", "d", "e", "f", "g"}},
	{`{"bg":"https:\/\/a\u002f","x":["http://b"],"y":"ftp://c","z":"see http://d"}`, []string{`https:\/\/a\u002f`, "http://b"}},
	{`{"url":"","URL":"a","u\u0072l":"b"}`, []string{"b"}},
}

var jsonLDCases = []row{
	{``, nil}, {`{}`, nil}, {`"a"`, nil}, {`[1,true,null,-1.5e3]`, nil},
	{`{"@context":"https://schema.org","@id":"#me","url":"/a","name":"/b","image":["c.png","d.png"]}`, []string{"#me", "/a", "c.png", "d.png"}},
	{`{"@graph":[{"logo":{"url":"a"}},{"sameAs":["https://b","c"]}]}`, []string{"a", "https://b", "c"}},
	{`{"contentUrl":"a","thumbnailUrl":"b","embedUrl":"c","downloadUrl":"d","installUrl":"e","mainEntityOfPage":"f","item":"g"}`,
		[]string{"a", "b", "c", "d", "e", "f", "g"}},
	{`{"URL":"a","text":{"en":"b"},"@type":"c","@vocab":"d"}`, nil},
	{`{"image":{"@list":["a",{"name":"b"}]},"logo":{"@set":"c"},"@list":"d"}`, []string{"a", "c"}},
	{`{"ur\u006c":"\/a"}`, []string{`\/a`}},
	{`{"@id":"","url":"","item":{"@id":""}}`, []string{"", ""}},
	{`{"@id":"_:b0","url":"a_b:c","image":"d/e:f","logo":"g:h","item":"?i:j","sameAs":"\u005f:b"}`, []string{"d/e:f", "g:h", "?i:j"}},
	{`{"url":"/s?q={x}","item":"{x}","image":"a:{x}","logo":"\u007bx}"}`, nil},
	{`{"url":1,"image":null,"logo":[[["a"]]]}`, []string{"a"}},
	// Contexts.
	{`{"@context":{"@vocab":"http://schema.org/","p":{"@id":"ex:p"}},"@id":"a"}`, []string{"a"}},
	{`{"@context":{"@base":"http://x/"},"@id":"a"}`, nil},
	{`{"@id":"a","b":[{"@context":["http://c",{"@base":null}]}]}`, nil},
	{`{"@context":[{"p":{"@id":"ex:p","@context":{"@b\u0061se":"x"}}}],"@id":"a"}`, nil},
	{`{"@base":"x","@context":{},"@id":"a"}`, []string{"a"}},
	{`{"@context":{"a":{"b":"c"}},"x":{"@base":"y"},"@id":"a"}`, []string{"a"}},
	{`{"@context":[{"a":[]}],"@base":"x","@id":"a"}`, []string{"a"}},
	{`{"@context":{"a":{"b":"c"},"@base":"x"},"@id":"a"}`, nil},
	{`{"x":{"@context":{"a":{}},"y":{"@base":"z"}},"@id":"a"}`, []string{"a"}},
	{`{"@context":"@base","@id":"a"}`, []string{"a"}},
	{`{"@context":["@base"],"@id":"@context"}`, []string{"@context"}},
	{`{"@id":"a"`, nil},
}
