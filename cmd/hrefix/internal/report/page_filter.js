// The view: which references and documents are shown, and how. It is what the address of the
// page has after "#", but for what is as in initial.

const noFilters = {text: "", status: "", in: "", path: "", host: "", target: "", into: "", element: "", why: "", fault: ""}; // of references

const initial = {
	...noFilters,
	group: "", sort: "", rows: matchMedia("(max-width: 48rem)").matches ? "25" : "100", page: "1",
	doc: "", layer: "", // filters of documents
};
const view = {...initial};

// The text that a group has whose references have no host, no element or no reason.
const none = "(none)";

// host returns the host that a reference leads to, as far as it is known, or its scheme.
function host(ref) {
	if (ref.host === undefined) {
		const url = after(ref) || before(ref);
		const match = /^(?:([a-z][a-z0-9+.-]*):)?(?:\/\/(?:[^\/?#]*@)?([^\/?#]*))?/i.exec(url);
		ref.host = match[2] ? match[2].toLowerCase() : match[1] ? match[1].toLowerCase() + ":" : none;
	}
	return ref.host;
}

// dimensions are what references are grouped by. Each is a filter, too.
const dimensions = {
	status: {get title() { return figures.isChecked ? "Leads" : "Status"; }, of: (ref) => ref.status, show: (status) => statusLabels.get(status) ?? status},
	host: {title: "Host", of: host},
	target: {title: "Target", of: target},
	into: {title: "Folder of target", of: folder},
	element: {title: "Element", of: (ref) => element(ref) || none},
	why: {title: "Reason", of: (ref) => why(ref) || none},
	fault: {title: "Fault", of: (ref) => ref.fault || none, test: hasFault},
	in: {title: "Document", of: (ref) => ref.place.label, test: inDocument},
	path: {title: "Folder", of: (ref) => ref.place.name.replace(/[^\/]*$/, "") || none, test: inPath},
};

// inDocument returns a filter for the document with that label, or for all that have the
// text in theirs.
function inDocument(wanted) {
	const lower = wanted.toLowerCase(), passes = new Map();
	for (const place of places) {
		const name = addressed(place.label);
		passes.set(place, labels.has(wanted) ? name === wanted : name.toLowerCase().includes(lower));
	}
	return (ref) => passes.get(ref.place);
}

// inPath returns a filter for the documents in a folder, whose path ends in "/", or for one file.
function inPath(wanted) {
	const passes = new Map(), isFolder = wanted.endsWith("/");
	for (const place of places) {
		const name = addressed(place.name);
		passes.set(place, isFolder ? name.startsWith(wanted) : wanted === none ? !name.includes("/") : name === wanted);
	}
	return (ref) => passes.get(ref.place);
}

// hasFault returns a filter for references with a fault, or with any.
function hasFault(wanted) {
	return wanted === any ? (ref) => ref.fault : (ref) => addressed(ref.fault || none) === wanted;
}

// hasValue returns a filter for references that have a value in a dimension.
function hasValue(dimension, value) {
	if (dimension.test) return dimension.test(value);
	const passes = new Map();
	return (ref) => {
		const own = dimension.of(ref);
		if (!passes.has(own)) passes.set(own, addressed(own) === value);
		return passes.get(own);
	};
}

// haystack returns what the text filter searches, and keeps it.
function haystack(ref) {
	return ref.haystack ??= [ref.place.name, ref.place.label, ref.place.subject, element(ref), before(ref), after(ref), why(ref), ref.fault, ref.faultText].join("\n").toLowerCase();
}

// passing returns the references that pass all filters but one.
function passing(except) {
	const filters = Object.entries(dimensions).filter(([name]) => view[name] && name !== except)
		.map(([name, dimension]) => hasValue(dimension, view[name]));
	const text = view.text.toLowerCase();
	if (text) filters.push((ref) => haystack(ref).includes(text));
	return references.filter((ref) => filters.every((passes) => passes(ref)));
}

// rank returns how early a reference is shown unless the view has an order: those with a fault or without a target first,
// then those that change.
function rank(ref) {
	if (ref.fault) return ref.isWarning ? 1 : 0;
	return ref.status === "unresolved" ? 0 : ref.status === "resolved" ? 2 : 3;
}

// sorted sorts references as the view says.
function sorted(items) {
	const descending = view.sort.startsWith("-"), compare = columns[view.sort.slice(descending)];
	if (compare) return items.sort((a, b) => (descending ? -compare(a, b) : compare(a, b)) || a.n - b.n);
	return items.sort((a, b) => rank(a) - rank(b) || a.n - b.n);
}

// groups returns the values of the dimension that references are grouped by, each with their
// number, the most frequent first, as many in the order of the documents. Values that its own
// filter hides are there, so that another one can be chosen.
function groups() {
	const dimension = dimensions[view.group];
	if (!dimension) return [];
	const chosen = view.group !== "in" || labels.has(view.in);
	const counts = new Map();
	for (const ref of passing(chosen ? view.group : "")) {
		const value = dimension.of(ref);
		counts.set(value, (counts.get(value) ?? 0) + 1);
	}
	return [...counts].sort((a, b) => b[1] - a[1]);
}

// The address.

// options are the values of a select element.
const options = (id) => [...get(id).options].map((option) => option.value);

// isValid reports whether a view can have a value.
function isValid(name, value) {
	switch (name) {
	case "group": case "rows":
		return options(name).includes(value);
	case "status":
		return statusLabels.has(value);
	case "layer":
		return figures.documents.some(({filters}) => filters.layer === value);
	case "sort":
		return Object.hasOwn(columns, value.replace(/^-/, ""));
	case "page":
		return /^[1-9]\d{0,8}$/.test(value);
	}
	return true;
}

// readAddress makes the view what the address says.
function readAddress() {
	const params = new URLSearchParams(location.hash.slice(1));
	Object.assign(view, initial);
	for (const name of Object.keys(initial)) {
		const value = params.get(name);
		if (value !== null && isValid(name, value)) view[name] = addressed(value);
	}
}

let timer = 0;

// writeAddress makes the address say what the view is: in a new entry of the history, so that
// the browser goes back to the last view, or, for what is being typed, in the same.
function writeAddress(typed) {
	clearTimeout(timer);
	const params = new URLSearchParams();
	for (const [name, value] of Object.entries(view)) {
		if (value !== initial[name]) params.set(name, value);
	}
	const address = "#" + params;
	if (address === (location.hash || "#")) return;
	if (typed) timer = setTimeout(() => history.replaceState(null, "", address), 200); // browsers limit how often
	else history.pushState(null, "", address);
}
