// Prints a line of JSON for each record of the archives that are named: its place, some fields, its
// body without codings as base64, and what each digest in its header is of.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { WARCParser } from "warcio";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function base32(bytes) {
  let bits = "", out = "";
  for (const b of bytes) bits += b.toString(2).padStart(8, "0");
  for (let i = 0; i < bits.length; i += 5) out += alphabet[parseInt(bits.slice(i, i + 5).padEnd(5, "0"), 2)];
  return out;
}

function hasDigest(value, bytes) {
  const [name, sum] = value.split(":", 2);
  const hash = createHash(name.toLowerCase().replace("-", "")).update(bytes).digest();
  return [hash.toString("hex"), base32(hash)].includes(sum.replace(/=+$/, ""));
}

async function* records(name, parseHttp) {
  const parser = new WARCParser(createReadStream(name), { parseHttp });
  for await (const r of parser) {
    const raw = Buffer.from((await r.readFully(false)) ?? []);
    yield { r, raw, offset: parser.offset, length: parser.recordLength };
  }
}

async function contents(name) {
  const all = [];
  for await (const r of new WARCParser(createReadStream(name))) {
    all.push(Buffer.from((await r.readFully(true)) ?? []).toString("base64"));
  }
  return all;
}

// The payload of a block: what follows the HTTP header, without chunks.
function payloads(r, block) {
  if (!/^application\/http/i.test(r.warcContentType ?? "")) return { plain: block };
  const at = block.indexOf("\r\n\r\n");
  const stored = block.subarray(at + 4);
  if (!/^transfer-encoding:\s*chunked/im.test(block.subarray(0, at).toString("latin1"))) return { plain: stored };
  const parts = [];
  for (let pos = 0; ;) {
    const end = stored.indexOf("\r\n", pos);
    const size = parseInt(stored.subarray(pos, end).toString(), 16);
    if (!(size > 0)) break;
    parts.push(stored.subarray(end + 2, end + 2 + size));
    pos = end + 4 + size;
  }
  return { chunks: stored, plain: Buffer.concat(parts) };
}

for (const name of process.argv.slice(2)) {
  const bodies = await contents(name);
  let i = 0;
  for await (const { r, raw, offset, length } of records(name, false)) {
    const h = r.warcHeaders.headers;
    const out = {
      offset, length, type: r.warcType, id: h.get("WARC-Record-ID"), url: r.warcTargetURI, date: r.warcDate,
      refersTo: h.get("WARC-Refers-To"), mime: h.get("Content-Type"), body: bodies[i++], block: raw.toString("base64"),
    };
    const block = h.get("WARC-Block-Digest"), payload = h.get("WARC-Payload-Digest");
    if (block) out.blockDigest = hasDigest(block, raw);
    if (payload) {
      out.payloadDigest = Object.entries(payloads(r, raw)).find(([, bytes]) => hasDigest(payload, bytes))?.[0] ?? "wrong";
    }
    console.log(JSON.stringify(out));
  }
}
