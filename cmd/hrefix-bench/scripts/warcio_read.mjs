// Reads all records of a web archive with the module warcio, and their contents: node
// warcio_read.mjs MODULE FILE.
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";

const [module, file] = process.argv.slice(2);
const { WARCParser } = await import(pathToFileURL(module));
let records = 0, bytes = 0;
for await (const record of new WARCParser(Readable.toWeb(createReadStream(file)))) {
  records++;
  for await (const chunk of record) bytes += chunk.length;
}
console.log(records, bytes);
