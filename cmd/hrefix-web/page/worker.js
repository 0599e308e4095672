// The worker: runs the command hrefix, compiled to WebAssembly, on one file.
//
// The page sends {engine} first, the module as gzip makes it and in base64, or {module} if another worker has
// compiled it. Then it sends {file, name, commands}, one run after the other. A command has a kind, which
// says what its output is, and its arguments. The worker answers with {module}, {version}, {progress}, {lines},
// {counts}, {result}, {ended} for each command, and {done}; or with {failed}.

const maxRows = 100_000;      // of one kind that the page gets
const maxRowBytes = 32 << 20; // of their text
const maxMessages = 2000;
const maxText = 4000;         // of one string in a row
const batchRows = 1000;       // in one message to the page
const blobSize = 8 << 20;     // bytes of output that become a Blob, which leaves the memory of the worker

let compiled; // the module

// compile makes the module of its base64 text, without blocking for long.
async function compile(text) {
	const bytes = new Blob(sliced(text).map((slice) => Uint8Array.from(atob(slice), (c) => c.charCodeAt(0))));
	const unzipped = bytes.stream().pipeThrough(new DecompressionStream("gzip"));
	return WebAssembly.compile(await new Response(unzipped).arrayBuffer());
}

// sliced cuts base64 into slices that can be decoded by themselves.
function sliced(text) {
	const size = 1 << 20, slices = [];
	for (let at = 0; at < text.length; at += size) slices.push(text.slice(at, at + size));
	return slices;
}

// A Collector keeps output in blobs.
class Collector {
	constructor() {
		this.blobs = [];
		this.chunks = [];
		this.held = 0;
		this.size = 0;
	}

	write(bytes) {
		this.chunks.push(bytes.slice());
		this.held += bytes.length;
		this.size += bytes.length;
		if (this.held >= blobSize) this.flush();
	}

	flush() {
		this.blobs.push(new Blob(this.chunks));
		this.chunks = [];
		this.held = 0;
	}

	blob() {
		this.flush();
		return new Blob(this.blobs);
	}
}

// A Lines calls line for each line of the output.
class Lines {
	constructor(line) {
		this.line = line;
		this.decoder = new TextDecoder();
		this.rest = [];
	}

	write(bytes) {
		const lines = this.decoder.decode(bytes, {stream: true}).split("\n");
		if (lines.length > 1) {
			this.rest.push(lines[0]);
			this.line(this.rest.join(""));
			this.rest = [];
			for (let i = 1; i < lines.length - 1; i++) this.line(lines[i]);
		}
		this.rest.push(lines.at(-1));
	}

	close() {
		const last = this.rest.join("");
		if (last) this.line(last);
	}
}

// A Rows counts rows by a key, and sends the first of them to the page.
class Rows {
	constructor(kind, key, most = maxRows) {
		this.kind = kind;
		this.most = most;
		this.key = key;
		this.all = 0;
		this.sent = 0;
		this.bytes = 0;
		this.batch = [];
		this.counts = new Map();
	}

	add(line) {
		this.all++;
		const key = this.key(line);
		const known = this.counts.get(key);
		this.counts.set(key, (known ?? 0) + 1);
		if (this.sent >= this.most || this.bytes >= maxRowBytes) return;
		const row = shorten(line);
		this.sent++;
		this.bytes += row.length;
		this.batch.push(row);
		if (this.batch.length >= batchRows) this.flush();
	}

	flush() {
		if (this.batch.length) postMessage({kind: this.kind, lines: this.batch});
		this.batch = [];
	}

	close() {
		this.flush();
		postMessage({kind: this.kind, all: this.all, counts: [...this.counts]});
	}
}

// shorten returns a row with its long strings cut.
function shorten(line) {
	if (line.length <= maxText) return line;
	const row = JSON.parse(line);
	if (row.ref && row.url) [row.ref, row.url] = shortenPair(row.ref, row.url, maxText / 2);
	return JSON.stringify(row, (key, value) =>
		typeof value === "string" && value.length > maxText ? value.slice(0, maxText) + "…" : value);
}

// keys has, for each kind of rows, the function that returns the key by which a row is counted.
const keys = {links: statusOf, base: () => "", edits: () => "", decoded: () => ""};

// output returns what receives the output of a command of a kind.
function output(kind) {
	if (kind === "result") {
		const to = new Collector();
		return {write: (bytes) => to.write(bytes), close: () => postMessage({result: to.blob()})};
	}
	const rows = new Rows(kind, keys[kind]), decoded = kind === "edits" ? new Rows("decoded", keys.decoded) : null;
	const lines = new Lines((line) => (decoded && !line.includes(',"encoding":""') ? decoded : rows).add(line));
	return {
		write: (bytes) => lines.write(bytes),
		close: () => {
			lines.close();
			rows.close();
			decoded?.close();
		},
	};
}

// run runs the command once, and returns its status and whether it printed anything.
async function run(file, name, {kind, args}, onRead) {
	const messages = new Rows("messages-" + kind, () => "", maxMessages);
	const lines = new Lines((line) => messages.add(line));
	const to = output(kind);
	let printed = false;
	const files = new Files((bytes) => {
		printed = true;
		to.write(bytes);
	}, (bytes) => lines.write(bytes));
	files.add("/in/" + name, new BlobData(file, onRead));
	files.install();
	const go = new Go();
	go.argv = ["hrefix", ...args];
	go.env = {TMPDIR: "/tmp"};
	const status = await start(go);
	lines.close();
	messages.close();
	to.close();
	return {status, printed};
}

// start runs a program until it ends, and returns its status. It then clears the timers of the Go runtime, because
// they would call a program that has ended.
async function start(go) {
	let status = -1;
	go.exit = (code) => {
		status = code;
		for (const timer of go._scheduledTimeouts.values()) clearTimeout(timer);
		go._scheduledTimeouts.clear();
	};
	await go.run(await WebAssembly.instantiate(compiled, go.importObject));
	return status;
}

// version returns the version of the command.
async function version() {
	const to = new Collector(), go = new Go();
	const files = new Files((bytes) => to.write(bytes), () => {});
	files.install();
	go.argv = ["hrefix", "--version"];
	await start(go);
	return (await to.blob().text()).trim().replace(/^hrefix version /, "");
}

async function runAll({file, name, commands}) {
	let last = 0;
	for (const [i, command] of commands.entries()) {
		const began = performance.now();
		const {status, printed} = await run(file, name, command, (at, size) => {
			const now = performance.now();
			if (now - last < 100) return;
			last = now;
			postMessage({progress: (i + at / size) / commands.length, kind: command.kind});
		});
		postMessage({ended: command.kind, status, took: performance.now() - began});
		if (status !== 0 && !printed) break; // the others would fail, too
	}
	postMessage({done: true});
}

async function handle(data) {
	if (data.engine) {
		compiled = await compile(data.engine);
		postMessage({module: compiled});
		setTimeout(() => enqueue(async () => postMessage({version: await version()})), 500);
	} else if (data.module) {
		compiled = data.module;
	} else {
		await runAll(data);
	}
}

// Programs share the global variables fs and path, so they run one after the other.
let queue = Promise.resolve();

function enqueue(task) {
	queue = queue.then(task).catch((err) => postMessage({failed: String(err)}));
}

onmessage = ({data}) => enqueue(() => handle(data));
