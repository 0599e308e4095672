// What TypeScript must accept, and what it must refuse.

import { absolutize, documents, keep, links, load, OptionsError, rewrite } from 'hrefix';
import type { Document, Hrefix, Link, Note, Options, Result } from 'hrefix';

const h: Hrefix = await load();
const text: string = h.absolutize('<a href=x>', { base: 'http://a.example/' });
const bytes: Uint8Array = h.absolutize(new Uint8Array(), { base: new URL('http://a.example/') });
const same: string = await absolutize('<a href=x>');
const buffer: Uint8Array = await absolutize(Buffer.from('<a href=x>'));
const result: Result<string> = h.rewrite('', { mode: 'move', moves: [{ from: 'http://a/', to: 'http://b/' }] });
const output: Uint8Array = (await rewrite(new ArrayBuffer(0))).output;
const notes: Note[] = result.notes;
const all: Link[] = h.links('', { type: 'html', dialect: 'whatwg', also: ['lazy'] });
const bases: Document[] = await documents('');
const url: string | undefined = (await links(''))[0]?.url;
const options: Options = {
  decide: (link) => (link.element === 'img' ? keep : link.status === 'absolute' ? undefined : new URL(link.ref, link.base)),
};
h.absolutize('', { decide(link) { console.log(link.offset); } });
await load({ wasm: new URL('x', import.meta.url) });
await load({ wasm: fetch('http://a.example/') });
const code: string = new OptionsError('').code;
new Blob([h.absolutize(new Uint8Array()), result.output]);

// @ts-expect-error: a name that is wrong
h.absolutize('', { bse: '' });
// @ts-expect-error: a dialect that is wrong
h.absolutize('', { dialect: 'rfc' });
// @ts-expect-error: relative needs a tree
h.absolutize('', { mode: 'relative' });
// @ts-expect-error: not a source
h.absolutize(3);
// @ts-expect-error: decide is synchronous
h.absolutize('', { decide: async () => keep });
// @ts-expect-error: a string becomes a string
const wrong: Uint8Array = h.absolutize('');
// @ts-expect-error: asynchronous
const early: string = absolutize('');
// @ts-expect-error: load makes it
new Hrefix();

export { text, same, buffer, notes, output, bytes, all, bases, url, options, code, wrong, early };
