// Files in memory, as wasm_exec.js of Go wants them: the functions of node:fs with callbacks.

// O_* are flags of open, with the values of Linux.
const O_WRONLY = 1, O_RDWR = 2, O_CREAT = 0o100, O_EXCL = 0o200, O_TRUNC = 0o1000, O_APPEND = 0o2000, O_DIRECTORY = 0o200000;
const IS_DIRECTORY = 0o040755, IS_FILE = 0o100644;

// fail returns an error with a code of the system, which Go turns into its own.
function fail(code) {
	const err = new Error(code);
	err.code = code;
	return err;
}

// A BlobData is the content of a file that is read from a Blob, a window at a time, so that a large
// file is never in memory as a whole.
class BlobData {
	constructor(blob, onRead) {
		this.blob = blob;
		this.size = blob.size;
		this.onRead = onRead;
		this.reader = new FileReaderSync();
		this.from = 0;
		this.window = new Uint8Array(0);
	}

	read(into, at) {
		if (at >= this.size) return 0;
		if (at < this.from || at >= this.from + this.window.length) {
			this.window = new Uint8Array(this.reader.readAsArrayBuffer(this.blob.slice(at, at + Math.max(into.length, 1 << 20))));
			this.from = at;
		}
		const found = this.window.subarray(at - this.from, at - this.from + into.length);
		into.set(found);
		this.onRead(at + found.length, this.size);
		return found.length;
	}

	write() { throw fail("EROFS"); }
	truncate() { throw fail("EROFS"); }
}

// A MemoryData is the content of a temporary file.
class MemoryData {
	constructor() {
		this.bytes = new Uint8Array(0);
		this.size = 0;
	}

	read(into, at) {
		const found = this.bytes.subarray(at, Math.min(this.size, at + into.length));
		into.set(found);
		return found.length;
	}

	write(from, at) {
		this.grow(at + from.length);
		this.bytes.set(from, at);
		return from.length;
	}

	grow(size) {
		if (size > this.bytes.length) {
			const larger = new Uint8Array(Math.max(size, 2 * this.bytes.length));
			larger.set(this.bytes.subarray(0, this.size));
			this.bytes = larger;
		}
		this.size = Math.max(this.size, size);
	}

	truncate(size) {
		this.grow(size);
		this.bytes.fill(0, size);
		this.size = size;
	}
}

// Files are the files of one run. stdout and stderr are functions that get the bytes that are written.
class Files {
	constructor(stdout, stderr) {
		this.nodes = new Map();
		this.open = new Map();
		this.next = 3;
		this.inode = 1;
		this.sinks = {1: stdout, 2: stderr};
		for (const dir of ["/", "/in", "/tmp"]) this.add(dir, null);
	}

	// add adds a file, or a directory if there is no data.
	add(path, data) {
		const node = {data, ino: this.inode++, mode: data ? IS_FILE : IS_DIRECTORY};
		this.nodes.set(path, node);
		return node;
	}

	// resolve returns an absolute path without dot segments.
	resolve(path) {
		const segments = [];
		for (const segment of (path.startsWith("/") ? path : "/in/" + path).split("/")) {
			if (segment === "..") segments.pop();
			else if (segment !== "" && segment !== ".") segments.push(segment);
		}
		return "/" + segments.join("/");
	}

	node(path) {
		const node = this.nodes.get(this.resolve(path));
		if (!node) throw fail("ENOENT");
		return node;
	}

	file(fd) {
		const file = this.open.get(fd);
		if (!file) throw fail("EBADF");
		return file;
	}

	stat(node) {
		const size = node.data ? node.data.size : 0;
		return {
			dev: 1, ino: node.ino, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size,
			blksize: 4096, blocks: Math.ceil(size / 512), atimeMs: 0, mtimeMs: 0, ctimeMs: 0,
			isDirectory: () => !node.data,
		};
	}

	openFile(path, flags) {
		path = this.resolve(path);
		let node = this.nodes.get(path);
		if (!node && !(flags & O_CREAT)) throw fail("ENOENT");
		if (node && flags & O_CREAT && flags & O_EXCL) throw fail("EEXIST");
		if (node && flags & O_DIRECTORY && node.data) throw fail("ENOTDIR");
		node ??= this.add(path, new MemoryData());
		if (flags & O_TRUNC) node.data.truncate(0);
		this.open.set(this.next, {node, at: 0, append: flags & O_APPEND});
		return this.next++;
	}

	read(fd, into, position) {
		if (fd === 0) return 0;
		const file = this.file(fd);
		if (!file.node.data) throw fail("EISDIR");
		const n = file.node.data.read(into, position ?? file.at);
		if (position === null) file.at += n;
		return n;
	}

	write(fd, from, position) {
		if (this.sinks[fd]) {
			this.sinks[fd](from);
			return from.length;
		}
		const file = this.file(fd), data = file.node.data;
		const n = data.write(from, position ?? (file.append ? data.size : file.at));
		if (position === null) file.at += n;
		return n;
	}

	remove(path) {
		this.node(path);
		this.nodes.delete(this.resolve(path));
	}

	rename(from, to) {
		const node = this.node(from);
		this.nodes.delete(this.resolve(from));
		this.nodes.set(this.resolve(to), node);
	}

	list(path) {
		const dir = this.resolve(path).replace(/\/?$/, "/");
		return [...this.nodes.keys()].filter((p) => p !== dir && p.startsWith(dir) && !p.slice(dir.length).includes("/")).map((p) => p.slice(dir.length)).filter(Boolean);
	}

	makeDirectory(path) {
		if (this.nodes.has(this.resolve(path))) throw fail("EEXIST");
		this.add(this.resolve(path), null);
	}

	// install makes these the files of the programs that start from now on.
	install() {
		globalThis.fs = this.fs();
		globalThis.path = {resolve: (path) => this.resolve(path)};
		globalThis.process.cwd = () => "/in";
	}

	// fs returns the functions of node:fs that Go calls.
	fs() {
		// answer makes a function that passes its result, or its error, to the callback.
		const answer = (f) => (...args) => {
			const callback = args.pop();
			let result;
			try {
				result = f(...args);
			} catch (err) {
				callback(err.code ? err : fail("EIO"));
				return;
			}
			callback(null, result);
		};
		const nothing = answer(() => {}), not = answer(() => { throw fail("ENOSYS"); });
		const stat = answer((path) => this.stat(this.node(path)));
		return {
			constants: {O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_APPEND, O_EXCL, O_DIRECTORY},
			writeSync: (fd, buf) => this.write(fd, buf, null),
			write: answer((fd, buf, offset, length, position) => this.write(fd, buf.subarray(offset, offset + length), position)),
			read: answer((fd, buf, offset, length, position) => this.read(fd, buf.subarray(offset, offset + length), position)),
			open: answer((path, flags) => this.openFile(path, flags)),
			close: answer((fd) => { this.open.delete(fd); }),
			stat, lstat: stat,
			fstat: answer((fd) => this.stat(fd < 3 ? {ino: 0, mode: 0o010600, data: new MemoryData()} : this.file(fd).node)),
			readdir: answer((path) => this.list(path)),
			mkdir: answer((path) => this.makeDirectory(path)),
			unlink: answer((path) => this.remove(path)),
			rmdir: answer((path) => this.remove(path)),
			rename: answer((from, to) => this.rename(from, to)),
			truncate: answer((path, size) => this.node(path).data.truncate(size)),
			ftruncate: answer((fd, size) => this.file(fd).node.data.truncate(size)),
			readlink: answer(() => { throw fail("EINVAL"); }),
			chmod: nothing, fchmod: nothing, chown: nothing, fchown: nothing, lchown: nothing, utimes: nothing, fsync: nothing,
			link: not, symlink: not,
		};
	}
}
