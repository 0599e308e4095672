// Pages, with lol-html, which Bun has as HTMLRewriter.

import { serve } from "./protocol.mjs";

const [mode, base, ...names] = process.argv.slice(2);
const attributes = ["href", "src", "action", "formaction", "background", "cite", "data", "poster", "longdesc"];
const rewriter = new HTMLRewriter();
let links = 0;

if (mode === "scan") {
	rewriter.on("hrefix-none", { element() {} });
} else {
	const parsed = new URL(base);
	for (const name of attributes) {
		rewriter.on(`[${name}]`, {
			element(element) {
				const value = element.getAttribute(name);
				const url = URL.parse(value, parsed);
				if (url && url.href !== value) {
					element.setAttribute(name, url.href);
					links++;
				}
			},
		});
	}
}

function work(page) {
	links = 0;
	rewriter.transform(page);
	return links;
}

// HTMLRewriter takes an ArrayBuffer faster than a string.
const own = (page) => page.buffer.slice(page.byteOffset, page.byteOffset + page.byteLength);
serve(`Bun ${Bun.version}`, names, own, work);
