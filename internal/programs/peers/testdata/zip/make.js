// Makes zip files of a directory: node make.js DIR OUT, in a directory with the modules.
const fs = require("fs");
const path = require("path");

const [dir, out] = process.argv.slice(2);
const files = fs.readdirSync(dir, { recursive: true, withFileTypes: true })
	.filter((f) => f.isFile())
	.map((f) => path.relative(dir, path.join(f.parentPath ?? f.path, f.name)))
	.sort();

function archiver(name, options) {
	const a = require("archiver")("zip", options);
	a.pipe(fs.createWriteStream(path.join(out, name)));
	a.directory(dir, false);
	return a.finalize();
}

async function jszip(name, options) {
	const zip = new (require("jszip"))();
	for (const f of files) {
		zip.file(f, fs.readFileSync(path.join(dir, f)));
	}
	fs.writeFileSync(path.join(out, name), await zip.generateAsync({ type: "nodebuffer", ...options }));
}

function yazl(name, add, end) {
	const zip = new (require("yazl").ZipFile)();
	for (const f of files) {
		add(zip, f);
	}
	zip.end(end);
	zip.outputStream.pipe(fs.createWriteStream(path.join(out, name)));
}

(async () => {
	await archiver("archiver.zip", {});
	await archiver("archiver-store.zip", { store: true, comment: "a comment" });
	await archiver("archiver-zip64.zip", { forceZip64: true });
	await jszip("jszip.zip", { compression: "DEFLATE" });
	await jszip("jszip-stream.zip", { compression: "DEFLATE", streamFiles: true });
	await jszip("jszip-store.zip", {});
	yazl("yazl.zip", (zip, f) => zip.addFile(path.join(dir, f), f));
	yazl("yazl-stream.zip", (zip, f) => zip.addReadStream(fs.createReadStream(path.join(dir, f)), f));
	yazl("yazl-zip64.zip", (zip, f) => zip.addFile(path.join(dir, f), f, { forceZip64Format: true }), { forceZip64Format: true });
})();
