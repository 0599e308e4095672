// Packing: modules that are made here start with the memory that they had.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pack } from './pack.mjs';

const number = (n) => (n < 0x80 ? [n] : [(n % 0x80) | 0x80, ...number(Math.floor(n / 0x80))]);
const signed = (n) => (n < 64 ? [n] : [(n & 0x7f) | 0x80, ...signed(n >> 7)]);
const section = (id, ...items) => [id, ...number(items.flat().length), ...items.flat()];

/** make returns a module with a function, a memory and data segments. */
function make(segments, ...more) {
  const data = segments.map(([at, bytes]) => [0, 0x41, ...signed(at), 0x0b, ...number(bytes.length), ...bytes]).flat();
  return Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, section(1, 1, 0x60, 0, 0), section(3, 1, 0), section(5, 1, 0, 40),
    section(7, 1, 3, 0x6d, 0x65, 0x6d, 2, 0), ...more, section(10, 1, 2, 0, 0x0b), section(11, number(segments.length), data)].flat(2));
}

const memory = (bytes) => Buffer.from(new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports.mem.buffer);

/** table returns the segments of a table of the runtime for a number of functions, as Go writes it: without zeros. */
function table(at, functions) {
  const rows = [];
  for (let k = 16; k < functions * 16; k++) rows.push([at + 20 * k, [k >> 4 & 0xff, k >> 12].filter((byte, i) => i === 0 || byte)]);
  return rows;
}

test('segments that are close to each other become one', () => {
  const module = make(Array.from({ length: 1000 }, (_, i) => [100 + 6 * i, [1, 2, i & 0xff]]).concat([[200_000, [9]]]));
  const packed = pack(module);
  assert.ok(memory(packed).equals(memory(module)));
  assert.ok(packed.length < module.length);
  assert.equal(memory(packed)[200_000], 9);
});

test('a table of the runtime becomes a function', () => {
  const module = make([[8, [1, 2, 3]], ...table(4096, 700), [300_000, [7]]]);
  const packed = pack(module);
  assert.ok(memory(packed).equals(memory(module)));
  assert.equal(memory(packed).readUInt32LE(4096 + 20 * (16 * 699 + 15)), 699);
  assert.ok(packed.length < 1000, `${packed.length} of ${module.length} bytes`);
});

test('a table that is short, or has another row, stays as it is', () => {
  const short = make(table(4096, 300));
  assert.ok(memory(pack(short)).equals(memory(short)));
  assert.ok(pack(short).length > 1000);
  const broken = make([...table(4096, 700), [4096 + 20 * 700 + 8, [5]]]);
  assert.ok(memory(pack(broken)).equals(memory(broken)));
});

test('what pack does not know is refused', () => {
  assert.throws(() => pack(make([...table(4096, 700)], section(8, 0))), /has a start function/);
  const passive = make([[0, [1]]]);
  passive[passive.length - 6] = 1;
  assert.throws(() => pack(passive), /passive/);
});
