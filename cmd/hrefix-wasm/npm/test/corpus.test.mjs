// Results are those of the command, byte by byte, and links those of links --json. HREFIX_COMMAND is the command,
// HREFIX_CORPUS a folder of documents. HREFIX_NPM=all takes all documents, not one in several,
// each with several sets of options.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import test from 'node:test';

import { load } from 'hrefix';

const command = process.env.HREFIX_COMMAND;
const corpus = process.env.HREFIX_CORPUS;
const base = 'http://corpus.example/d/page?q';
const h = await load();

/** run returns what the command writes for an input. */
function run(args, input) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    const out = [], errors = [];
    child.stdout.on('data', (data) => out.push(data));
    child.stderr.on('data', (data) => errors.push(data));
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, out: Buffer.concat(out), errors: Buffer.concat(errors).toString() }));
    child.stdin.on('error', () => {}); // of a command that does not read to the end
    child.stdin.end(input);
  });
}

/** lines parses lines of JSON, without the keys that only the command has. */
function lines(out) {
  return out.toString().split('\n').filter(Boolean).map((line) => {
    const { doc, rule, ...rest } = JSON.parse(line);
    return rest;
  });
}

const variants = [
  { args: [], options: {} },
  { args: ['--dialect', 'whatwg', '--keep-fragments', '--also', 'social,lazy,jsonld'], options: { dialect: 'whatwg', keepFragments: true, also: ['social', 'lazy', 'jsonld'] } },
  { args: ['--dialect', 'rfc3986', '--drop-base', '--base-fields', 'Base', '--signed', 'rewrite'], options: { dialect: 'rfc3986', dropBase: true, baseFields: ['Base'], allowSigned: true } },
];

const counts = { documents: 0, bytes: 0, changed: 0, links: 0, refused: 0 };

/** compare compares the results for a document. */
async function compare(name, source, { args, options }) {
  const flags = ['-b', base, ...args, '-'];
  const [abs, links, bases] = await Promise.all([run(['abs', ...flags], source), run(['links', '--json', ...flags], source), run(['base', '--json', ...flags], source)]);
  const result = h.rewrite(source, { base, ...options });
  counts.documents++;
  counts.bytes += source.length;
  if (abs.status === 2 && abs.out.length === 0) { // not a document: the command reports it, with an error
    assert.equal(result.type, 'other', `${name}: ${abs.errors}`);
    assert.equal(result.notes[0].code, 'other-file', name);
    assert.deepEqual(Buffer.from(result.output), source, name);
    counts.refused++;
    return;
  }
  assert.ok(abs.out.equals(result.output), `${name} ${args}: ${abs.errors}`);
  counts.changed += result.changed ? 1 : 0;
  const found = h.links(source, { base, ...options });
  assert.deepEqual(found, lines(links.out), `${name} ${args}`);
  counts.links += found.length;
  assert.deepEqual(h.documents(source, { base, ...options }), lines(bases.out), `${name} ${args}`);
  const text = source.toString();
  if (args.length === 0 && Buffer.from(text).equals(source) && result.type === 'html') {
    const string = h.absolutize(text, { base });
    const utf8 = await run(['abs', '-b', base, '--charset', 'utf-8', '-'], source);
    assert.equal(string, utf8.out.toString(), `${name} as a string`);
  }
}

test('results are those of the command', { skip: !(command && corpus) && 'set HREFIX_COMMAND and HREFIX_CORPUS' }, async () => {
  const all = process.env.HREFIX_NPM === 'all';
  const files = [];
  for (const [folder, step] of [['pages', 1], ['html', all ? 1 : 2], ['feeds', all ? 1 : 6], ['mail', all ? 1 : 4]]) {
    const names = readdirSync(join(corpus, folder), { recursive: true, withFileTypes: true }).filter((e) => e.isFile())
      .map((e) => join(e.parentPath ?? e.path, e.name)).filter((name) => extname(name) !== '.gz').sort();
    assert.ok(names.length > 0, folder);
    files.push(...names.filter((_, i) => i % step === 0));
  }
  let next = 0;
  const work = async () => {
    while (next < files.length) {
      const i = next++;
      for (const variant of all ? variants : [variants[i % variants.length]]) await compare(files[i], readFileSync(files[i]), variant);
    }
  };
  await Promise.all([work(), work()]);
  console.log(`corpus: ${JSON.stringify(counts)}`);
  assert.ok(counts.changed > 15 && counts.links > 1000, JSON.stringify(counts));
});
