// Speed and start-up in this process, beside the command and beside parsers in JavaScript. Run it where the tests run:
// HREFIX_COMMAND is the command, HREFIX_CORPUS a folder with pages.

import { execFileSync } from 'node:child_process';
import { readFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { load } from 'hrefix';
import { Parser } from 'htmlparser2';
import * as parse5 from 'parse5';

const base = 'http://a.example/b/';
const pages = ['bbc', 'stackoverflow', 'es6', 'ecma402-spec'].map((name) => readFileSync(join(process.env.HREFIX_CORPUS, 'pages', `${name}.html`)));

/** median returns the median time of a function, in milliseconds. */
function median(run, times = 9) {
  run();
  const all = [];
  for (let i = 0; i < times; i++) {
    const begun = performance.now();
    run();
    all.push(performance.now() - begun);
  }
  return all.sort((a, b) => a - b)[times >> 1];
}

const urls = new Set(['href', 'src', 'action', 'cite', 'background', 'data', 'poster']);
const resolve = (url) => (URL.canParse(url, base) ? new URL(url, base).href : url);

/** byParse5 parses a page, resolves seven attributes and writes the page again. */
function byParse5(text) {
  const visit = (node) => {
    for (const attribute of node.attrs ?? []) if (urls.has(attribute.name)) attribute.value = resolve(attribute.value);
    for (const child of node.childNodes ?? []) visit(child);
    if (node.content) visit(node.content);
  };
  const document = parse5.parse(text);
  visit(document);
  return parse5.serialize(document);
}

/** byHtmlparser2 reads the tags of a page, and resolves seven attributes. It writes nothing. */
function byHtmlparser2(text) {
  const found = [];
  const parser = new Parser({ onattribute: (name, value) => void (urls.has(name) && found.push(resolve(value))) });
  parser.end(text);
  return found;
}

const begun = performance.now();
const h = await load();
const started = performance.now() - begun;

/** perCall returns the time of so many calls for a small page, in microseconds each. Each has another base if fresh is set. */
const small = new TextEncoder().encode('<a href=x>');
let bases = 0;
function perCall(times, fresh) {
  const begun = performance.now();
  for (let i = 0; i < times; i++) h.absolutize(small, { base: fresh ? `${base}${bases++}/` : base });
  return (performance.now() - begun) / times * 1000;
}
const cold = perCall(100, true);
const texts = pages.map((page) => page.toString());
const megabytes = pages.reduce((sum, page) => sum + page.length, 0) / 1e6;
const rows = [];
const row = (name, milliseconds, size = megabytes) => rows.push([name, `${(size / milliseconds * 1000).toFixed(1)} MB/s`]);

const all = (items, call) => median(() => items.forEach(call));
row('absolutize, bytes', all(pages, (page) => h.absolutize(page, { base })));
row('absolutize, strings', all(texts, (text) => h.absolutize(text, { base })));
row('links', all(pages, (page) => h.links(page, { base })));
row('absolutize with decide', all(pages, (page) => h.absolutize(page, { base, decide: () => undefined })));
row('parse5: parse, resolve 7 attributes, serialize', all(texts, byParse5));
row('htmlparser2: resolve 7 attributes, no output', all(texts, byHtmlparser2));

const directory = mkdtempSync(join(tmpdir(), 'hrefix-bench-'));
try {
  const [large, empty] = [join(directory, 'large.html'), join(directory, 'empty.html')];
  const many = Buffer.concat(Array(Math.ceil(30 / megabytes)).fill(pages).flat());
  writeFileSync(large, many);
  writeFileSync(empty, '');
  const command = (file) => median(() => execFileSync(process.env.HREFIX_COMMAND, ['abs', '-b', base, '-j', '1', '-o', join(directory, 'out.html'), '--force', file]), 5);
  row('the same pages as one of 30 MB', median(() => h.absolutize(many, { base }), 5), many.length / 1e6);
  row('the same by the command, without its start', command(large) - command(empty), many.length / 1e6);
} finally {
  rmSync(directory, { recursive: true });
}
const quickest = (fresh) => Math.min(...Array.from({ length: 9 }, () => perCall(1000, fresh)));
const microseconds = (name, n) => rows.push([name, `${n.toFixed(0)} \u00b5s`]);
microseconds('a call for a page of 10 bytes', quickest(false));
microseconds('the same with a new base', quickest(true));
microseconds('the same in the first 100 calls', cold);
rows.push(['load()', `${started.toFixed(0)} ms`]);
const width = Math.max(...rows.map(([name]) => name.length));
console.log(`${(megabytes).toFixed(1)} MB in ${pages.length} pages, Node.js ${process.version}`);
for (const [name, value] of rows) console.log(`${name.padEnd(width)}  ${value.padStart(12)}`);
