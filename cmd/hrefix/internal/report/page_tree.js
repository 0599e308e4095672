// The picture of the tree: in which folders and files the faults are, or the links without a base.

// kinds are what becomes of links, in the order of a bar.
const kinds = ["faulty", "known", "unresolved", "left", "within", "inside", "resolved", "outside", "absolute", "unchecked"];

// drawBar returns a bar with the share of each kind.
function drawBar(counts) {
	return kinds.filter((kind) => counts[kind]).map((kind) => {
		const part = make("span", kind);
		part.style.flexGrow = counts[kind];
		return part;
	});
}

// A node is a folder, whose path ends in "/", or a file. Its counts are of the links in it, by kind.
const newNode = (path, parent) => ({path, parent, children: new Map(), counts: {}, n: 0});

// grow returns the tree of all references.
function grow() {
	const root = newNode("", null), files = new Map();
	for (const ref of references) {
		const {name} = ref.place;
		if (!files.has(name)) {
			files.set(name, fileNode(root, name));
			if (!ref.place.message) files.get(name).subject = ref.place.subject;
		}
		for (let node = files.get(name); node; node = node.parent) {
			node.counts[ref.status] = (node.counts[ref.status] ?? 0) + 1;
			node.n++;
		}
	}
	return root;
}

// fileNode returns the node of a file, and adds it and its folders to the tree.
function fileNode(root, name) {
	let node = root;
	for (const [segment] of name.matchAll(/[^/]*\/|[^/]+/g)) {
		if (!node.children.has(segment)) node.children.set(segment, newNode(node.path + segment, node));
		node = node.children.get(segment);
	}
	return node;
}

// inner returns the first node below a node that does not have one child only, since folders around it say nothing.
function inner(node) {
	while (node.children.size === 1 && [...node.children.values()][0].n === node.n) [node] = node.children.values();
	return node;
}

const maxChildren = 8, maxNodes = 16; // that are shown

// drawTree shows the folders and files with the most faults: it opens folders while there is room, the worst first, and
// the chosen one whatever the room is.
function drawTree(root) {
	const bad = (node) => node.counts[figures.isChecked ? "faulty" : "unresolved"] ?? 0;
	const share = (n, all) => bad(root) === 0 || bad(root) === root.n ? [number(all)] : [n ? make("b", "", number(n)) : "0", ` of ${number(all)}`];
	const worst = (a, b) => bad(b) - bad(a) || b.n - a.n;
	const isChosen = (node) => view.path !== "" && view.path.startsWith(addressed(node.path));
	const top = inner(root), waiting = [top], opened = new Map();
	for (let room = maxNodes; waiting.length;) {
		waiting.sort((a, b) => isChosen(b) - isChosen(a) || worst(a, b));
		const node = waiting.shift(), children = [...node.children.values()].map(inner).sort(worst);
		const few = children.filter((child, i) => i < maxChildren || isChosen(child));
		room -= few.length;
		if (node !== top && !isChosen(node) && (room < 0 || bad(node) === 0)) break;
		opened.set(node, {few, rest: children.filter((child) => !few.includes(child))});
		waiting.push(...few.filter((child) => child.children.size));
	}
	const rows = [], most = Math.max(...opened.get(top).few.map((node) => node.n));
	const draw = (node, depth, from) => {
		if (node.path) rows.push(drawNode(node, node.path.slice(from), depth, most, share(bad(node), node.n)));
		const {few = [], rest = []} = opened.get(node) ?? {};
		for (const child of few) draw(child, depth + 1, node.path.length);
		if (rest.length) {
			const sum = sumOf(rest);
			rows.push(drawNode(sum, `${number(rest.length)} more`, depth + 1, most, share(bad(sum), sum.n)));
		}
	};
	draw(top, top.path ? 0 : -1, top.path.lastIndexOf("/", top.path.length - 2) + 1);
	get("tree").hidden = top.children.size === 0;
	get("tree-list").replaceChildren(...rows);
}

// sumOf returns a node with the counts of nodes, and without a path.
function sumOf(nodes) {
	const sum = newNode("", null);
	for (const node of nodes) {
		for (const [kind, n] of Object.entries(node.counts)) sum.counts[kind] = (sum.counts[kind] ?? 0) + n;
		sum.n += node.n;
	}
	return sum;
}

function drawNode(node, name, depth, most, share) {
	const bar = make("span", "bar", ...drawBar(node.counts)), path = addressed(node.path);
	bar.style.width = `${Math.min(100, 100 * node.n / most)}%`;
	const label = node.path ? makeButton(() => {
		change({path: view.path === path ? "" : path});
		[...get("tree-list").querySelectorAll("button")].find((other) => other.dataset.path === path)?.focus();
	}, visible(name)) : note(name);
	if (node.path) {
		label.dataset.path = path;
		label.setAttribute("aria-pressed", view.path === path);
	}
	const named = make("span", "", label, ...drawSubject(node.subject));
	named.style.marginInlineStart = `${Math.max(depth, 0)}em`;
	return make("li", "", named, make("span", "", bar), make("span", "count", ...share));
}
