// The data.

const documents = [], references = [], places = [], notes = [];

// figures are the rows of the summary; total counts what the report was made of, which may
// be more than the data have.
const figures = {references: [], documents: [], isChecked: false};
const total = {references: 0};

// statusLabels are what the page calls the statuses of references in a row, and below is what the names of all sources begin
// with. nouns are what one document is called, and several are.
const statusLabels = new Map();
let below = "", nouns = [];

const readers = {
	in([name, message, part, layer, from, base, subject]) {
		places.push({name, message, part, layer, from, base, subject});
	},
	ref([line, offset, element, attr, status, head, removed, inserted, tail, reason, omitted]) {
		references.push({place: places.at(-1), n: references.length, line, offset, element, attr, status,
			head, removed, inserted, tail, reason, omitted});
	},
	fault([fault, faultText, isWarning, faultTarget, faultFolder]) {
		Object.assign(references.at(-1), {fault, faultText, isWarning, faultTarget, faultFolder});
	},
	doc([name, message, part, type, layer, from, base, candidates, advice, omitted, subject]) {
		documents.push({name, message, part, type, layer, from, base, candidates, advice, omitted, subject});
	},
	note([name, message, part, offset, kind, noteText, subject, state]) {
		notes.push({name, message, part, offset, kind, text: noteText, subject, state});
	},
	total([ofReferences, ofDocuments, ofAll, one, many]) {
		total.references = ofReferences;
		below = ofAll;
		nouns = [one, many];
		figures.references.push({label: "Links", n: ofReferences, filters: {}, className: "sum"});
		figures.documents.push({label: many[0].toUpperCase() + many.slice(1), n: ofDocuments, filters: {layer: ""}, className: "sum"});
	},
	status([status, label, n]) {
		const isFaulty = status === "faulty";
		figures.isChecked ||= isFaulty;
		statusLabels.set(status, label.toLowerCase());
		figures.references.push({label, n, filters: isFaulty ? {fault: any} : {status}, className: status});
	},
	why([status, reason, n, isOne]) {
		const filters = status === "faulty" ? {fault: addressed(reason)} : {status, why: addressed(reason)};
		figures.references.push({label: reason, n, filters: isOne ? filters : null, className: "why"});
	},
	layer([layer, label, n]) {
		figures.documents.push({label, n, filters: {layer}});
	},
};

// any is the value of the filter for references with any fault. No code of a fault is the same.
const any = "any";

// label names a document, or a part of it.
function label({name, message, part}) {
	return name.slice(below.length) + (message ? ` message ${message}` : "") + (part ? ` part ${part}` : "");
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
	for (const item of [...documents, ...places, ...notes]) item.label = label(item);
}

// addressed returns a text as an address and a field for one line have it: bytes that are no UTF-8, for
// which lone surrogates stand, become U+FFFD.
const addressed = (text) => text.replace(/\p{Surrogate}/gu, "\ufffd").replace(/[\r\n]/g, "");

// Texts of documents.

// What a reader would not see. Lone surrogates stand for bytes.
const hidden = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;

function escape(char) {
	const code = char.codePointAt(0);
	const hex = (n, digits) => n.toString(16).padStart(digits, "0");
	if (code < 0x80) return "\\x" + hex(code, 2);
	if (code >= 0xdc80 && code <= 0xdcff) return "\\x" + hex(code - 0xdc00, 2);
	return code <= 0xffff ? "\\u" + hex(code, 4) : `\\u{${hex(code, 1)}}`;
}

// visible returns a text of a document as nodes. append adds a text to them.
function visible(text, append = (nodes, plain) => nodes.append(plain)) {
	const nodes = document.createDocumentFragment();
	let plain = 0;
	for (const match of text.matchAll(hidden)) {
		append(nodes, text.slice(plain, match.index));
		nodes.append(make("span", "hidden", escape(match[0])));
		plain = match.index + match[0].length;
	}
	append(nodes, text.slice(plain));
	return nodes;
}

// mayBreak matches where a line may end in a URL: after "/", and before what begins an extension, a query, a parameter or
// a fragment.
const mayBreak = /(?<=.\/)(?![\/?&#]|$)|(?<=..)(?=[?&#])|(?<=.[^.\/])(?=\.)/su;

// breaking returns a URL or a path as nodes, with places where the browser may begin a new line.
const breaking = (text) => visible(text, (nodes, plain) => {
	const [first, ...others] = plain.split(mayBreak);
	nodes.append(first, ...others.flatMap((part) => [make("wbr"), part]));
});

const code = (text) => make("code", "", breaking(text));
const note = (...text) => make("span", "note", ...text);
const omittedNote = (n) => n ? [" ", note(`${number(n)} bytes not shown`)] : [];
