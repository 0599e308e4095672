// Memory: many calls do not add up, and a module that has ended starts again.

import assert from 'node:assert/strict';
import test from 'node:test';

import { keep, load } from 'hrefix';

const base = 'http://a.example/b/';

/** grown returns the megabytes by which the process grows in a function, after what it takes once. */
function grown(warm, run) {
  for (let i = 0; i < 2; i++) warm();
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  run();
  globalThis.gc?.();
  return (process.memoryUsage().rss - before) / (1 << 20);
}

test('10,000 calls take no more memory than a few', async () => {
  const h = await load();
  const page = new TextEncoder().encode('<a href=x>text</a> '.repeat(100));
  let n = 0;
  const call = () => {
    n++;
    h.absolutize(page, { base: `${base}${n}/` }); // each with options of its own
    if (n % 10 === 0) h.links(page, { base });
    if (n % 100 === 0) h.absolutize(page, { base, decide: () => keep });
    if (n % 100 === 50) assert.throws(() => h.absolutize(page, { base, decide() { throw new Error('x'); } }));
  };
  const more = grown(() => { for (let i = 0; i < 1000; i++) call(); }, () => { for (let i = 0; i < 10_000; i++) call(); });
  console.log(`10,000 calls: ${more.toFixed(0)} MB more`);
  assert.ok(more < 64, `${more} MB`);
});

test('large arrays of earlier calls are not kept', async () => {
  const h = await load();
  const megabytes = 3;
  const call = () => h.absolutize(new TextEncoder().encode('<p>text</p>     '.repeat(megabytes << 16)), { base });
  const more = grown(call, () => { for (let i = 0; i < 200; i++) call(); });
  console.log(`200 calls of ${megabytes} MB: ${more.toFixed(0)} MB more`);
  assert.ok(more < 200, `${more} MB`);
});

test('a page of 50 MB, several times', async () => {
  const h = await load();
  const line = '<p>some text and a <a href="page.html">link</a> in a paragraph of a hundred bytes, more or less, yes</p>\n';
  const page = line.repeat(Math.ceil((50 << 20) / line.length));
  const call = () => {
    const output = h.absolutize(page, { base });
    assert.equal(output.length, page.length + base.length * (page.length / line.length));
  };
  const more = grown(call, () => { for (let i = 0; i < 3; i++) call(); });
  console.log(`3 calls of 50 MB: ${more.toFixed(0)} MB more, ${(process.memoryUsage().rss / (1 << 20)).toFixed(0)} MB in all`);
  assert.ok(more < 400, `${more} MB`);
  assert.equal(h.links(page.slice(0, 1000 * line.length), { base }).length, 1000);
});

test('a module that has no memory left starts again', { skip: process.env.HREFIX_NPM !== 'all' && 'takes 1 GB: set HREFIX_NPM=all' }, async () => {
  const h = await load();
  const page = `<a href=x>${'.'.repeat(490)}`.repeat(500_000); // which becomes 3.9 GB
  assert.throws(() => h.absolutize(page, { base: `http://a.example/${'b'.repeat(7300)}/` }), /the call has ended the module: runtime: out of memory/);
  assert.equal(h.absolutize('<a href=x>', { base }), `<a href=${base}x>`);
});
