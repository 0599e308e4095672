// References, with the URL class of Node.

import { serve } from "./protocol.mjs";

const [base, ...names] = process.argv.slice(2);
const parsed = new URL(base);

function work(reference) {
	const url = URL.parse ? URL.parse(reference, parsed) : parse(reference);
	return url !== null && url.href !== reference ? 1 : 0;
}

function parse(reference) {
	try {
		return new URL(reference, parsed);
	} catch {
		return null;
	}
}

serve(`Node ${process.version}`, names, (reference) => reference.toString(), work);
