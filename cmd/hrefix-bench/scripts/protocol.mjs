// The bench's side of a peer in JavaScript: process.go has the protocol.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

// read returns the bytes of each piece of a document.
function read(name) {
	const data = readFileSync(name);
	const lines = readFileSync(name + ".pieces", "utf8").trim().split("\n");
	return lines.map((line) => {
		const [start, end] = line.split(" ").map(Number);
		return data.subarray(start, end);
	});
}

// serve serves work(piece), which returns how many links it changed. prepare makes
// a piece of the bytes of one.
export function serve(version, names, prepare, work) {
	const documents = names.map((name) => read(name).map(prepare));
	const all = (pieces) => {
		let links = 0;
		for (const piece of pieces) links += work(piece);
		return links;
	};
	console.log(version);
	createInterface({ input: process.stdin }).on("line", (line) => {
		const [index, times] = line.split(" ").map(Number);
		if (times === 0) {
			console.log(String(all(documents[index])));
			return;
		}
		const began = process.hrtime.bigint();
		for (let i = 0; i < times; i++) all(documents[index]);
		console.log(String(process.hrtime.bigint() - began));
	});
}
