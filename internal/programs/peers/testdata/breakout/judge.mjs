// Reads documents before and after hrefix, one JSON object a line on stdin, and writes for each one
// what differs except URLs, and the URLs. See breakout_judge_test.go.
import { createInterface } from "node:readline";
import { TextDecoder } from "@exodus/bytes/encoding.js";
import { percentEncodeAfterEncoding } from "@exodus/bytes/whatwg.js";
import { parse as parseHTML } from "parse5";
import { parse as parseScript } from "acorn";
import { tokenize } from "@csstools/css-tokenizer";
import { SaxesParser } from "saxes";
import { parseURL, serializeURL } from "whatwg-url";

// A comparison has the faults and the URLs of one document.
class Comparison {
	constructor(verb) {
		this.verb = verb;
		this.faults = [];
		this.urls = []; // [place, before, after]
		this.bases = []; // [before, after]
		this.broken = false; // something in the document before is no valid script, JSON or XML
	}

	fault(kind, detail) {
		this.faults.push([kind, String(detail).slice(0, 300)]);
	}

	url(place, a, b) {
		this.urls.push([place, a, b]);
	}

	// same compares two lists of [kind, text], in which kind "url:PLACE" has a URL, and "html" HTML.
	same(what, a, b) {
		const n = Math.min(a.length, b.length);
		for (let i = 0; i < n; i++) {
			const [kind, text] = a[i];
			if (b[i][0] !== kind || (b[i][1] !== text && !kind.startsWith("url:") && kind !== "html")) {
				return this.fault(what + ": changed", `${JSON.stringify(a[i])} became ${JSON.stringify(b[i])}`);
			}
		}
		if (a.length !== b.length) {
			return this.fault(what + ": changed", `${a.length} became ${b.length}: ${JSON.stringify((a[n] || b[n]))}`);
		}
		for (let i = 0; i < n; i++) {
			const [place, was] = [a[i][0].slice(4), a[i][1]];
			if (a[i][0] === "html") this.html(what + " HTML", was, b[i][1], true);
			if (!a[i][0].startsWith("url:") || (was === b[i][1] && !mayBeURL(place, was))) continue;
			this.url(place, was, b[i][1]);
		}
	}

	// read reads both texts. If the first one cannot be read, the second one must not be valid either.
	read(what, a, b, read) {
		let before, after;
		try {
			before = read(a);
		} catch (e) {
			this.broken = true;
			try {
				read(b);
			} catch {
				return;
			}
			return this.fault(what + ": became valid", `${e.message}: ${a} became ${b}`);
		}
		try {
			after = read(b);
		} catch (e) {
			return this.fault(what + ": broken", `${e.message}: ${b}`);
		}
		this.same(what, before, after);
	}

	css(what, a, b, declarations) {
		this.same(what, cssTokens(a, declarations), cssTokens(b, declarations));
	}

	script(what, a, b) {
		this.read(what, a, b, scriptTokens);
	}

	json(what, a, b) {
		this.read(what, a, b, jsonTokens);
	}

	value(what, kind, a, b) {
		switch (kind) {
		case "url":
			return this.url(what, a, b);
		case "css":
			return this.css(what, a, b, true);
		case "html":
			return this.html(what, a, b, true);
		case "json":
			return this.json(what, a, b);
		}
		this.same(what, lists[kind](a), lists[kind](b));
	}

	html(what, a, b, inner) {
		const [before, after] = [a, b].map((text) => parseHTML(text, { sourceCodeLocationInfo: true }));
		this.nodes(what, before, after, a, b, inner);
	}

	children(node, inner) {
		const all = (node.content || node).childNodes || [];
		return this.verb === "pin" && !inner ? all.filter((n) => n.tagName !== "base") : all;
	}

	nodes(what, a, b, sourceA, sourceB, inner) {
		if (a.nodeName !== b.nodeName || a.namespaceURI !== b.namespaceURI || a.data !== b.data) {
			return this.fault(what + ": nodes differ", `${show(a)} became ${show(b)}`);
		}
		if (a.nodeName === "#documentType" && (a.name !== b.name || a.publicId !== b.publicId)) this.fault(what + ": doctype", "");
		if (a.nodeName === "#text" && a.value !== b.value) {
			const parent = a.parentNode;
			this.text(`${what} ${parent.tagName}`, parent, a.value, b.value, inner);
		} else if (a.nodeName === "#text" && ["script", "style"].includes(a.parentNode.tagName)) {
			this.text(`${what} ${a.parentNode.tagName}`, a.parentNode, a.value, b.value, inner);
		}
		if (a.attrs) this.attributes(what, a, b, sourceB, inner);
		const [before, after] = [this.children(a, inner), this.children(b, inner)];
		if (a.tagName === "head" && !inner && this.verb === "pin") {
			const of = (n) => n.childNodes.find((c) => c.tagName === "base")?.attrs.find((x) => x.name === "href")?.value;
			this.bases.unshift([of(a), of(b)]);
		}
		if (before.length !== after.length) {
			return this.fault(what + ": nodes differ", `${show(a)} has ${before.map(show)}, and then ${after.map(show)}`);
		}
		before.forEach((n, i) => this.nodes(what, n, after[i], sourceA, sourceB, inner));
	}

	text(what, parent, a, b, inner) {
		const type = parent.attrs?.find((x) => x.name === "type")?.value?.trim().toLowerCase();
		switch (parent.tagName) {
		case "style":
			return this.css(what, a, b);
		case "script":
			if (type === "module") return this.script(what + " module", a, b);
			if (jsonTypes.includes(type)) return this.json(`${what} ${type}`, a, b);
			if (a !== b && (type === undefined || type === "text/javascript")) return this.script(what + " classic", a, b);
			break;
		case "noscript": case "noembed": case "noframes": case "iframe":
			return this.html(what, a, b, true);
		}
		if (a !== b) this.fault(what + ": text changed", `${JSON.stringify(a)} became ${JSON.stringify(b)}`);
	}

	attributes(what, a, b, sourceB, inner) {
		if (a.attrs.length !== b.attrs.length) {
			return this.fault(what + ": attributes differ", `${show(a)} became ${show(b)}`);
		}
		a.attrs.forEach((x, i) => {
			const y = b.attrs[i];
			const name = x.prefix ? `${x.prefix}:${x.name}` : x.name;
			if (x.name !== y.name || x.prefix !== y.prefix) {
				return this.fault(what + ": attributes differ", `${show(a)} became ${show(b)}`);
			}
			if (a.tagName === "base" && name === "href" && !inner) {
				this.bases.push([x.value, y.value]);
				return;
			}
			const kind = kindOf(a, name);
			if (kind === undefined) {
				if (x.value !== y.value) this.fault(what + ": attribute changed", `${a.tagName} ${name}: ${JSON.stringify(x.value)} became ${JSON.stringify(y.value)}`);
				return;
			}
			this.value(`${what} ${a.tagName}[${name}]`, kind, x.value, y.value);
			const at = b.sourceCodeLocation?.attrs?.[name];
			if (at && x.value !== y.value && !/["']$/.test(sourceB.slice(at.startOffset, at.endOffset)) && otherSpace.test(y.value) && !otherSpace.test(x.value)) {
				this.fault(what + ": white space of other parsers in a value without quotes", sourceB.slice(at.startOffset, at.endOffset));
			}
		});
	}

	// withoutBases takes out what Pin may add, and reads it.
	withoutBases(...both) {
		const bases = [null, null];
		const rest = both.map((events, i) => events.filter((e) => {
			if (e.name === "base") bases[i] ??= e.attrs?.find(([n]) => n === "href")?.[1] ?? null;
			if (e.attrs) {
				bases[i] ??= e.attrs.find(([n]) => n === "xml:base")?.[1] ?? null;
				e.attrs = e.attrs.filter(([n]) => n !== "xml:base");
			}
			return e.name !== "base";
		}));
		this.bases.push(bases);
		return rest;
	}

	xml(what, a, b) {
		let before;
		try {
			before = xmlEvents(a);
		} catch {
			this.broken = true; // nobody reads it, before or after
			return;
		}
		let after;
		try {
			after = xmlEvents(b);
		} catch (e) {
			return this.fault(what + ": broken", `${e.message}: ${b}`);
		}
		if (this.verb === "pin") [before, after] = this.withoutBases(before, after);
		if (before.length !== after.length) {
			return this.fault(what + ": nodes differ", `${before.length} became ${after.length}`);
		}
		before.forEach((x, i) => {
			const y = after[i];
			if (x.kind !== y.kind || x.name !== y.name || x.attrs?.length !== y.attrs?.length) {
				return this.fault(what + ": nodes differ", `${JSON.stringify(x)} became ${JSON.stringify(y)}`);
			}
			if (x.kind === "text" && x.parent === "style") return this.css(what + " style", x.text, y.text);
			if (x.kind === "text" && x.parent === "script") {
				const type = before.slice(0, i).findLast((e) => e.kind === "open").attrs.find(([n]) => n === "type")?.[1];
				if (jsonTypes.includes(type)) return this.json(`${what} ${type}`, x.text, y.text);
				return this.script(what + " script", x.text, y.text);
			}
			if (x.kind === "text" && (x.text !== y.text)) return this.fault(what + ": text changed", `${JSON.stringify(x)} became ${JSON.stringify(y)}`);
			x.attrs?.forEach(([name, value], j) => {
				const [name2, value2] = y.attrs[j];
				if (name === "xml:base" || (x.name === "base" && name === "href")) return this.bases.push([value, value2]);
				const kind = kindOf({ tagName: x.name, attrs: x.attrs.map(([n, v]) => ({ name: n, value: v })) }, name);
				if (name !== name2 || (kind === undefined && value !== value2)) {
					return this.fault(what + ": attribute changed", `${name}: ${JSON.stringify(value)} became ${JSON.stringify(value2)}`);
				}
				if (kind !== undefined) this.value(`${what} ${x.name}[${name}]`, kind, value, value2);
			});
		});
	}
}

// mayBeURL reports whether a value that has not changed may be a URL that depends on the base. Other
// strings of JSON, and other values that are read only if they look like links, do not begin as the references do, and a fragment alone is local in CSS and in animations of SVG.
function mayBeURL(place, text) {
	switch (place) {
	case "json": return /^(\.\/|x|#|https?:)/.test(text);
	case "link": return /^(\.\/[\w\-.~@]|https?:\/\/)[\w\-./:?#&=;,+@~!()]*$/.test(text);
	case "css": case "values": return !text.startsWith("#");
	}
	return true;
}

const jsonTypes = ["importmap", "speculationrules", "application/ld+json", "application/json"];

// Parsers other than those of HTML take these for white space, too.
const otherSpace = /[\v\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

function show(n) {
	return n.tagName ? `<${n.tagName}${(n.attrs || []).map((a) => ` ${a.name}=${JSON.stringify(a.value)}`).join("")}>` : `${n.nodeName} ${JSON.stringify(n.value ?? n.data ?? "")}`;
}

// kindOf returns the grammar of an attribute that has URLs.
function kindOf(element, name) {
	switch (name) {
	case "href": case "src": case "action": case "formaction": case "cite": case "data": case "poster": case "background":
	case "longdesc": case "codebase": case "manifest": case "profile": case "xlink:href": case "classid":
	case "data-url":
		return "url";
	case "ping": case "archive":
		return name;
	case "data-link": return "link";
	case "data-css": return "css";
	case "data-html": return "html";
	case "data-json": return "json";
	case "data-bgset":
		return "bgset";
	case "values":
		return element.tagName === "animate" ? name : undefined;
	case "srcset": case "imagesrcset":
		return "srcset";
	case "style": case "filter": case "fill":
		return "css";
	case "srcdoc":
		return "html";
	case "content":
		return element.attrs.some((a) => a.name === "http-equiv" && a.value.toLowerCase() === "refresh") ? "refresh" : undefined;
	}
	return undefined;
}

const lists = {
	ping: (text) => text.split(/[ \t\n\f\r]+/).filter((s) => s).map((s) => ["url:ping", s]),
	archive: (text) => text.split(/[ \t\n\f\r,]+/).filter((s) => s).map((s) => ["url:archive", s]),
	values: (text) => text.split(";").map((s) => ["url:values", s.replace(/^[ \t\n\f\r]+|[ \t\n\f\r]+$/g, "")]),
	srcset: srcsetTokens,
	bgset: (text) => text.replace(/[ \t\n\f\r]+/g, " ").split(/ ?\| | \| ?/).flatMap((set) => [["set", ""], ...srcsetTokens(set.replace(/ \[.*/, ""))]),
	refresh: refreshTokens,
	link: (text) => [["url:link", text.replace(/^[ \t\n\f\r]+|[ \t\n\f\r]+$/g, "")]],
};

// srcsetTokens follows "parse a srcset attribute" of the HTML Standard.
function srcsetTokens(text) {
	const out = [];
	for (let i = 0; ;) {
		while (i < text.length && /[ \t\n\f\r,]/.test(text[i])) i++;
		if (i >= text.length) return out;
		let start = i;
		while (i < text.length && !/[ \t\n\f\r]/.test(text[i])) i++;
		let url = text.slice(start, i);
		if (url.endsWith(",")) {
			out.push(["url:srcset", url.replace(/,+$/, "")], ["descriptor", ""]);
			continue;
		}
		start = i;
		for (let depth = 0; i < text.length && (text[i] !== "," || depth); i++) {
			if (text[i] === "(") depth = 1;
			if (text[i] === ")") depth = 0;
		}
		out.push(["url:srcset", url], ["descriptor", text.slice(start, i).trim()]);
	}
}

// refreshTokens follows "shared declarative refresh steps" of the HTML Standard.
function refreshTokens(text) {
	const m = /^[ \t\n\f\r]*([0-9.]*)([0-9.]*)(?:[ \t\n\f\r]*[;,]?[ \t\n\f\r]*)([^]*)$/.exec(text);
	if (!m || m[1] === "") return [["text", text]];
	let rest = m[3];
	const u = /^url[ \t\n\f\r]*=[ \t\n\f\r]*([^]*)$/i.exec(rest);
	if (u) rest = u[1];
	const q = rest[0];
	if (q === "'" || q === '"') {
		rest = rest.slice(1);
		const end = rest.indexOf(q);
		if (end >= 0) return [["time", m[1]], ["url:refresh", rest.slice(0, end)], ["rest", ""]];
	}
	return [["time", m[1]], ["url:refresh", rest], ["rest", ""]];
}

const urlFunctions = ["url", "src", "image-set", "-webkit-image-set"];

// cssTokens returns the tokens of a style sheet. A url() with a string and one without are the same.
function cssTokens(text) {
	const out = [];
	const functions = []; // open ones
	let imported = false;
	for (const [type, raw, , , value] of tokenize({ css: text })) {
		const inURL = urlFunctions.includes(functions.at(-1));
		if (type === "url-token") {
			out.push(["function", "url("], ["url:css", value.value], [")-token", ")"]);
			imported = false;
			continue;
		}
		if (type === "string-token" && (inURL || imported)) {
			out.push(["url:css", value.value]);
			imported = false;
			continue;
		}
		if (type === "function-token") {
			functions.push(value.value.toLowerCase());
			out.push(["function", raw.toLowerCase()]);
			continue;
		}
		if (type === "(-token") functions.push("(");
		if (type === ")-token") functions.pop();
		if (type === "at-keyword-token") imported = value.value.toLowerCase() === "import";
		else if (type !== "whitespace-token" && type !== "comment") imported = false;
		if (inURL && type === "whitespace-token") continue;
		out.push([type, raw]);
	}
	return out;
}

// scriptTokens returns the tokens of a module. It throws if it is not valid.
function scriptTokens(text) {
	const tokens = [];
	const tree = parseScript(text, { ecmaVersion: "latest", sourceType: "module", onToken: tokens, allowAwaitOutsideFunction: true });
	const specifiers = new Map(); // start to value
	const visit = (node) => {
		if (!node || typeof node.type !== "string") return;
		const source = node.source;
		if (source && ["ImportDeclaration", "ExportNamedDeclaration", "ExportAllDeclaration", "ImportExpression"].includes(node.type)) {
			if (source.type === "Literal") specifiers.set(source.start, [source.end, source.value]);
			if (source.type === "TemplateLiteral" && source.quasis.length === 1) specifiers.set(source.start, [source.end, source.quasis[0].value.cooked]);
		}
		for (const child of Object.values(node)) {
			if (Array.isArray(child)) child.forEach(visit);
			else if (child && typeof child === "object") visit(child);
		}
	};
	visit(tree);
	const out = [];
	let skip = -1;
	for (const t of tokens) {
		if (t.start < skip) continue;
		const found = specifiers.get(t.start);
		if (found) {
			out.push(["url:script", String(found[1])]);
			skip = found[0];
			continue;
		}
		out.push([t.type.label, text.slice(t.start, t.end)]);
	}
	return out;
}

// jsonTokens returns the tokens of JSON. Strings that look like URLs may differ.
function jsonTokens(text) {
	JSON.parse(text);
	const out = [];
	for (const m of text.matchAll(/"(?:[^"\\]|\\[^])*"|[^"]+/g)) {
		const string = m[0][0] === '"' && JSON.parse(m[0]);
		if (string && string.startsWith("<a href=")) out.push(["html", string]);
		else if (m[0][0] === '"') out.push(["url:json", string]);
		else out.push(["json", m[0]]);
	}
	return out;
}

// xmlEvents returns the events of a well-formed document. Adjacent text is one event, but a CDATA
// section is one of its own.
function xmlEvents(text) {
	const out = [];
	const open = [];
	const parser = new SaxesParser({ xmlns: false });
	const add = (kind, data) => out.push({ kind, text: data, parent: open.at(-1), name: kind });
	parser.on("error", (e) => { throw e; });
	parser.on("text", (t) => add("text", t));
	parser.on("cdata", (t) => { out.push({ kind: "cdata" }); add("text", t); });
	parser.on("comment", (t) => out.push({ kind: "comment", name: t }));
	parser.on("processinginstruction", (p) => out.push({ kind: "pi", name: p.target + p.body }));
	parser.on("doctype", (t) => out.push({ kind: "doctype", name: t }));
	parser.on("opentag", (n) => { out.push({ kind: "open", name: n.name, attrs: Object.entries(n.attributes) }); open.push(n.name); });
	parser.on("closetag", (n) => { out.push({ kind: "close", name: n.name }); open.pop(); });
	parser.write(text).close();
	return out;
}

// chromium is the name of Big5 as Chromium decodes it.
const chromium = "big5 of Chromium";

function decode(encoding, base64) {
	const bytes = Buffer.from(base64, "base64");
	if (encoding !== chromium) return new TextDecoder(encoding).decode(bytes);
	return new TextDecoder("big5").decode(asChromium(bytes));
}

// asChromium replaces bytes that Chromium takes for an error of one byte by FF, which always is one. The
// Encoding Standard reads the second byte of a pair that is no character again only if it is ASCII;
// Chromium does so if no character begins with the first byte, and if the second one can only begin one.
function asChromium(bytes) {
	for (let i = 0; i < bytes.length; i++) {
		const [lead, trail] = [bytes[i], bytes[i + 1] ?? 0];
		if (lead >= 0x81 && lead <= 0x86) bytes[i] = 0xff;
		else if (lead >= 0x87 && lead <= 0xfe && trail >= 0x87 && trail <= 0xa0) bytes[i] = 0xff;
		else if (lead >= 0x87 && lead <= 0xfe && (trail >= 0x80 || !new TextDecoder("big5").decode(bytes.subarray(i, i + 2)).includes("\ufffd"))) i++;
	}
	return bytes;
}

// judge compares a document before and after.
function judge({ type, encoding, before, after, verb }) {
	const c = new Comparison(verb);
	const [a, b] = [before, after].map((text) => decode(encoding, text));
	compare(c, type, a, b);
	if (encoding === "big5") {
		const [a2, b2] = [before, after].map((text) => decode(chromium, text));
		const c2 = new Comparison(verb);
		if (a2 !== a || b2 !== b) compare(c2, type, a2, b2);
		for (const [kind, detail] of c2.faults) c.fault(kind + ", in Chromium's Big5", detail);
	}
	return { faults: c.faults, urls: c.urls, bases: c.bases, broken: c.broken };
}

function compare(c, type, a, b) {
	switch (type) {
	case "html":
		return c.html("html", a, b);
	case "xml":
		return c.xml("xml", a, b);
	case "css":
		return c.css("css", a, b);
	}
}

// resolve resolves a list of URLs, each against the one before it, as a browser does in a document of
// an encoding. It returns null if there is none.
function resolve(encoding, urls) {
	let base = null;
	for (const text of urls) {
		const clean = text.replace(/^[\0- ]+|[\0- ]+$/g, "").replace(/[\t\n\r]/g, "");
		const url = parseURL(text, { baseURL: base });
		if (!url) return null;
		const special = ["http", "https", "ftp", "file", "ws", "wss"].includes(url.scheme);
		const query = clean.split("#", 1)[0].match(/\?([^]*)$/);
		const start = clean.split("#", 1)[0].indexOf("?");
		if (special && query && start >= 0 && !["utf-8", "utf-16le", "utf-16be", "replacement"].includes(encoding)) {
			url.query = percentEncodeAfterEncoding(encoding, clean.split("#", 1)[0].slice(start + 1), " \"#'<>");
		}
		base = url;
	}
	return serializeURL(base);
}

function answer(request) {
	if (request.pairs) {
		return { same: request.pairs.map(([a, b]) => [resolve(request.encoding, a), resolve(request.encoding, b)]) };
	}
	if (request.decode) return { text: decode(request.encoding, request.decode) };
	return judge(request);
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
	let result;
	try {
		result = answer(JSON.parse(line));
	} catch (e) {
		result = { error: String(e.stack || e) };
	}
	process.stdout.write(JSON.stringify(result) + "\n");
}
