
"use strict";
// The lists of a report, drawn from its data. doc.go says what the lines are.
// Texts of documents become text nodes only.
(() => {

// The data.

const documents = [], references = [], places = [];

const readers = {
	in([name, message, part, layer, from, base]) {
		places.push({name, message, part, layer, from, base, label: label(name, message, part)});
	},
	ref([line, offset, element, attr, status, head, removed, inserted, tail, reason, omitted]) {
		references.push({place: places.at(-1), n: references.length, line, offset, element, attr, status,
			head, removed, inserted, tail, reason, omitted});
	},
	doc([name, message, part, type, layer, from, base, candidates, omitted]) {
		documents.push({name, message, part, type, layer, from, base, candidates, omitted,
			label: label(name, message, part)});
	},
};

function label(name, message, part) {
	return name + (message ? ` message ${message}` : "") + (part ? ` part ${part}` : "");
}

function readAll() {
	for (const island of document.querySelectorAll("script[type='application/jsonl']")) {
		for (const line of island.textContent.split("\n")) {
			if (line) {
				const [kind, ...items] = JSON.parse(line);
				readers[kind](items);
			}
		}
		island.remove();
	}
}

// Elements.

function make(name, className, ...children) {
	const element = document.createElement(name);
	if (className) element.className = className;
	element.append(...children);
	return element;
}

// What a reader would not see. Lone surrogates stand for bytes.
const hidden = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;

function escape(char) {
	const code = char.codePointAt(0);
	const hex = (n, digits) => n.toString(16).padStart(digits, "0");
	if (code < 0x80) return "\\x" + hex(code, 2);
	if (code >= 0xdc80 && code <= 0xdcff) return "\\x" + hex(code - 0xdc00, 2);
	return code <= 0xffff ? "\\u" + hex(code, 4) : `\\u{${hex(code, 1)}}`;
}

// visible returns a text of a document as nodes.
function visible(text) {
	const nodes = document.createDocumentFragment();
	let plain = 0;
	for (const match of text.matchAll(hidden)) {
		nodes.append(text.slice(plain, match.index), make("span", "hidden", escape(match[0])));
		plain = match.index + match[0].length;
	}
	nodes.append(text.slice(plain));
	return nodes;
}

const code = (text) => make("code", "", visible(text));
const note = (text) => make("span", "note", text);
const omittedNote = (n) => n ? [" ", note(`${n} bytes not shown`)] : [];

// Lists that are shown a page at a time.

function plural(n, noun) {
	return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

class List {
	constructor({items, noun, size, body, count, pager, draw}) {
		Object.assign(this, {items, noun, size, body, count, pager, draw, shown: items, page: 0});
		this.buttons = {};
		for (const [name, to] of [["First", () => 0], ["Previous", () => this.page - 1],
			["Next", () => this.page + 1], ["Last", () => this.pages() - 1]]) {
			const button = this.buttons[name] = make("button", "", name);
			button.type = "button";
			button.addEventListener("click", () => this.show(to()));
			pager.append(button);
		}
	}

	pages() {
		return Math.max(1, Math.ceil(this.shown.length / this.size));
	}

	// only makes those items the list's.
	only(items) {
		this.shown = items;
		this.show(0);
	}

	show(page) {
		this.page = Math.min(Math.max(page, 0), this.pages() - 1);
		const first = this.page * this.size;
		const items = this.shown.slice(first, first + this.size);
		this.body.replaceChildren(...items.map(this.draw));
		this.allow(["First", "Previous"], this.page > 0);
		this.allow(["Next", "Last"], this.page < this.pages() - 1);
		this.pager.hidden = this.pages() === 1;
		this.count.textContent = this.tell(first, items.length);
	}

	// allow marks buttons that would change nothing. They keep the focus.
	allow(names, yes) {
		for (const name of names) this.buttons[name].setAttribute("aria-disabled", !yes);
	}

	tell(first, n) {
		const all = this.items.length, shown = this.shown.length;
		const range = n === 0 ? `No ${this.noun}s` : `${first + 1} to ${first + n} of ${plural(shown, this.noun)}`;
		return range + (shown < all ? `, ${all} in all.` : ".");
	}
}

// Documents.

const boxes = [ // outermost first
	["3.4", "default", "no base: relative references mean nothing"],
	["3.3", "retrieval", "the URL that it was retrieved from"],
	["3.2", "encapsulating", "what encloses it: entities, messages, documents"],
	["3.1", "embedded", "its own content"],
];

function drawDocument(doc) {
	const base = make("p", "");
	if (doc.base) base.append("Base ", code(doc.base));
	else base.append("No base");
	if (doc.from) base.append(" by ", visible(doc.from));
	base.append(...omittedNote(doc.omitted));
	const article = make("article", "document",
		make("h3", "", visible(doc.label), " ", make("span", "type", visible(doc.type))),
		base, boxes.reduceRight((inner, box) => drawBox(doc, box, inner), null));
	const button = make("button", "", "Its references");
	button.type = "button";
	button.addEventListener("click", () => showReferencesIn(doc.label));
	article.append(button);
	return article;
}

function drawBox(doc, [section, layer, what], inner) {
	const won = doc.layer === layer;
	const box = make("div", won ? "box won" : "box");
	if (inner) box.append(inner);
	const candidates = doc.candidates.filter((c) => c[0] === layer).map(drawCandidate);
	box.append(make("p", "", make("strong", "", `${section} ${layer}`), " ", note(what)),
		make("ul", "", ...(candidates.length ? candidates : [drawNone(layer, won)])));
	return box;
}

const mark = (used) => make("span", "mark", used ? "used" : "not used");

function drawCandidate([, from, value, url, used, reason]) {
	const item = make("li", used ? "used" : "", mark(used), " ", visible(from), ": ", code(value));
	if (url && url !== value) item.append(" is ", code(url));
	if (reason) item.append(" ", make("span", "reason", visible(reason)));
	return item;
}

function drawNone(layer, won) {
	if (won) return make("li", "used", mark(true), " no other layer gives a base");
	if (layer !== "default") return make("li", "", "nothing");
	return make("li", "", mark(false), " ", make("span", "reason", "an inner layer has precedence"));
}

// References.

const before = (ref) => ref.head + ref.removed + ref.tail;
const after = (ref) => ref.status === "resolved" ? ref.head + ref.inserted + ref.tail : "";
const element = (ref) => `${ref.element} ${ref.attr}`;
const why = (ref) => ref.reason || (ref.status === "resolved" ? `${ref.place.layer}: ${ref.place.from}` : "");

function drawReference(ref) {
	const cell = (...children) => make("td", "", ...children);
	const changed = (name, text) => text ? [make(name, "", visible(text))] : [];
	return make("tr", "",
		cell(visible(ref.place.label), " ", note(`line ${ref.line}, byte ${ref.offset}`)),
		cell(visible(element(ref))),
		cell(make("span", `status ${ref.status}`, ref.status)),
		cell(before(ref) === "" ? note("empty")
			: make("code", "", visible(ref.head), ...changed("del", ref.removed), visible(ref.tail))),
		cell(ref.status !== "resolved" ? note("stays")
			: make("code", "", visible(ref.head), ...changed("ins", ref.inserted), visible(ref.tail))),
		cell(visible(why(ref)), ...omittedNote(ref.omitted)));
}

const byText = (text) => (a, b) => {
	const x = text(a), y = text(b);
	return x < y ? -1 : x > y ? 1 : 0;
};

const columns = {
	place: (a, b) => byText((ref) => ref.place.name)(a, b) || a.offset - b.offset,
	element: byText(element),
	status: byText((ref) => ref.status),
	before: byText(before),
	after: byText(after),
	why: byText(why),
};

// oneLine returns a text as a field for one line has it.
const oneLine = (text) => text.replace(/[\r\n]/g, "");

// haystack returns what a filter searches, and keeps it.
function haystack(ref) {
	return ref.haystack ??= [ref.place.label, element(ref), before(ref), after(ref), why(ref)].join("\n").toLowerCase();
}

// inDocument returns whether a label passes the filter: the name of a document as
// a whole, or a part of it.
function inDocument(wanted) {
	const lower = wanted.toLowerCase();
	return labels.has(wanted) ? (label) => oneLine(label) === wanted : (label) => label.toLowerCase().includes(lower);
}

function filtered() {
	const text = controls.text.value.toLowerCase(), status = controls.status.value;
	const passes = new Map();
	const isIn = inDocument(controls.in.value);
	for (const place of places) passes.set(place, isIn(place.label));
	const items = references.filter((ref) => (!status || ref.status === status) && passes.get(ref.place) &&
		(!text || haystack(ref).includes(text)));
	if (order.column) {
		const compare = columns[order.column];
		items.sort((a, b) => order.sign * compare(a, b) || a.n - b.n);
	}
	return items;
}

function sortBy(column) {
	order.sign = order.column === column ? -order.sign : 1;
	order.column = column;
	for (const head of heads) {
		if (head.dataset.column !== column) head.removeAttribute("aria-sort");
		else head.setAttribute("aria-sort", order.sign > 0 ? "ascending" : "descending");
	}
	update();
}

function showReferencesIn(label) {
	controls.text.value = controls.status.value = "";
	controls.in.value = label;
	update();
	get("references-title").focus();
}

const update = () => referenceList.only(filtered());

// The page.

const get = (id) => document.getElementById(id);
const controls = {};
for (const id of ["text", "status", "in", "rows", "clear", "document-text"]) controls[id] = get(id);
const heads = [...document.querySelectorAll("th[data-column]")];
const order = {column: "", sign: 1};

readAll();
const labels = new Set([...documents, ...places].map((item) => oneLine(item.label)));

const pager = (id) => get(id).querySelector(".pager");
const documentList = new List({
	items: documents, noun: "document", size: 10, body: get("document-list"),
	count: get("documents-count"), pager: pager("documents"), draw: drawDocument,
});
const referenceList = new List({
	items: references, noun: "reference", size: 100, body: get("reference-table").tBodies[0],
	count: get("references-count"), pager: pager("references"), draw: drawReference,
});

for (const head of heads) {
	const button = make("button", "", ...head.childNodes);
	button.type = "button";
	button.addEventListener("click", () => sortBy(head.dataset.column));
	head.append(button);
}
for (const id of ["text", "in", "status"]) controls[id].addEventListener("input", update);
controls.rows.addEventListener("input", () => {
	referenceList.size = Number(controls.rows.value);
	referenceList.show(0);
});
controls.clear.addEventListener("click", () => {
	controls.text.value = controls.in.value = controls.status.value = "";
	update();
});
controls["document-text"].addEventListener("input", () => {
	const text = controls["document-text"].value.toLowerCase();
	documentList.only(documents.filter((doc) => `${doc.label}\n${doc.base}`.toLowerCase().includes(text)));
});
for (const bar of document.querySelectorAll(".controls")) bar.hidden = false;

documentList.show(0);
update();

})();
