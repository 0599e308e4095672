// The API: results, options, errors, callbacks. The package is the one that is installed.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import * as hrefix from 'hrefix';

const { keep, load, OptionsError } = hrefix;
const base = 'http://a.example/b/';
const h = await load();
const bytes = (text) => new TextEncoder().encode(text);
const text = (array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(array);

test('a string becomes a string', () => {
  assert.equal(h.absolutize('<a href=x?y&amp;z>', { base }), '<a href=http://a.example/b/x?y&amp;z>');
  assert.equal(h.absolutize('<a href=x>'), '<a href=x>');
  assert.equal(h.absolutize('', { base }), '');
});

test('bytes become new bytes', () => {
  const source = bytes('<a href=x>\u00e9');
  const view = new DataView(source.buffer);
  for (const given of [source, source.buffer, view, Buffer.from(source), bytes('...<a href=x>\u00e9').subarray(3)]) {
    const output = h.absolutize(given, { base });
    assert.equal(Object.getPrototypeOf(output), Uint8Array.prototype);
    assert.equal(text(output), '<a href=http://a.example/b/x>\u00e9');
  }
  const same = h.absolutize(source);
  assert.deepEqual(same, source);
  assert.notEqual(same.buffer, source.buffer);
  assert.equal(text(h.absolutize(new Uint8Array([...bytes('<a href=x>'), 0xff, 0, 0xfe]), { base }).subarray(0, 15)), '<a href=http://');
});

test('other sources are refused', () => {
  for (const source of [undefined, null, 1, {}, [], new URL(base), new Map()]) {
    assert.throws(() => h.absolutize(source, { base }), OptionsError);
  }
  assert.throws(() => h.absolutize([1]), /the source is an array: give a string, a Uint8Array or an ArrayBuffer/);
  assert.throws(() => h.absolutize(new Uint8Array((512 << 20) + 1)), RangeError);
});

test('text that UTF-8 cannot have stays', () => {
  const odd = '\ufeff\ud800 \ud7ff<a href=x>\udc00\ud83d\ude00\udfff\ud800\udbff';
  assert.equal(h.absolutize(odd, { base }), odd.replace('=x', `=${base}x`));
  assert.equal(h.absolutize(odd), odd);
  const byteOrderMark = '\ufeff<a href=x>\ufeff';
  assert.equal(h.absolutize(byteOrderMark, { base }), byteOrderMark.replace('=x', `=${base}x`));
});

test('random strings: nothing changes without a base, and offsets fit', () => {
  let seed = 1;
  const random = (n) => (seed = (seed * 48271) % 0x7fffffff) % n;
  const pieces = ['<a href=x>', '<img src="y">', '\ud800', '\udfff', '\ud83d\ude00', '\u00e9', '\u20ac', '\ufeff', '\0', '\r\n', '<p>', '-->', 'text ', '\ud7ff', '\ue000', '\ufffd'];
  for (let i = 0; i < 2000; i++) {
    let page = '';
    for (let n = random(30); n > 0; n--) page += pieces[random(pieces.length)];
    assert.equal(h.absolutize(page, { type: 'html' }), page);
    const links = h.links(page, { type: 'html', base });
    for (const link of links) assert.equal(page.slice(link.offset, link.offset + link.ref.length), link.ref, JSON.stringify(page));
    const expected = page.replaceAll('href=x', `href=${base}x`).replaceAll('"y"', `"${base}y"`);
    if (links.length === page.split('=').length - 1) assert.equal(h.absolutize(page, { type: 'html', base }), expected);
  }
});

test('a declaration of the charset does not mislead in a string', () => {
  // In Shift_JIS and in ISO-2022-JP, the characters would hide quotes; in UTF-16 everything would be hidden.
  for (const charset of ['shift_jis', 'iso-2022-jp', 'utf-16', 'x-user-defined', 'utf-7']) {
    const page = `<meta charset=${charset}><a title="\u00e3\u0081" href="\u00e9?\u00e9">\u001b$B<a href=x>`;
    const whatwg = h.links(page, { base, dialect: 'whatwg' });
    assert.deepEqual(whatwg.map((l) => l.url), [`${base}%C3%A9?%C3%A9`, `${base}x`], charset);
    assert.equal(h.absolutize(page, { base }), page.replace('"\u00e9', `"${base}\u00e9`).replace('=x>', `=${base}x>`), charset);
    const xml = `<?xml version="1.0" encoding="${charset}"?><html xmlns="http://www.w3.org/1999/xhtml"><a title="\u00e3\u0081" href="x"/></html>`;
    assert.equal(h.absolutize(xml, { base, type: 'xml' }), xml.replace('"x"', `"${base}x"`), charset);
    const css = `@charset "${charset}"; a { background: url(\u00e9) }`;
    assert.equal(h.absolutize(css, { base, type: 'css' }), css.replace('(', `(${base}`), charset);
  }
  // The same bytes without a string mean what they declare.
  const latin = new Uint8Array([...bytes('<meta charset=iso-8859-1><a href="?'), 0xe9, ...bytes('">')]);
  assert.equal(h.links(latin, { base, dialect: 'whatwg' })[0].url, `${base}?%E9`);
  assert.equal(h.links(latin, { base, dialect: 'whatwg', charset: 'utf-8' })[0].url, `${base}?%EF%BF%BD`);
  assert.throws(() => h.absolutize('', { charset: 'latin1' }), /a string is decoded already/);
  assert.equal(h.absolutize('<a href=x>', { base, charset: 'UTF-8' }), `<a href=${base}x>`);
});

test('offsets are those of what was given', () => {
  const page = '\u00e9\ud83d\ude00<a href=x>\n<p>\u00e9<img src=y srcset="z, w 2x">';
  const inString = h.links(page, { base });
  assert.deepEqual(inString.map((l) => page.slice(l.offset, l.offset + l.ref.length)), ['x', 'y', 'z', 'w']);
  assert.deepEqual(inString.map((l) => l.line), [1, 2, 2, 2]);
  const source = bytes(page);
  const inBytes = h.links(source, { base });
  assert.deepEqual(inBytes.map((l) => text(source.subarray(l.offset, l.offset + l.ref.length))), ['x', 'y', 'z', 'w']);
});

test('links have the keys of links --json', () => {
  assert.deepEqual(h.links('<base href="http://c.example/"><a href="#x">', { base, keepFragments: true })[1], {
    part: '', offset: 40, line: 1, element: 'a', attr: 'href', ref: '#x', url: '', status: 'left', reason: 'kept-fragment',
    text: h.links('<a href="#x">', { base, keepFragments: true })[0].text, base: 'http://c.example/', layer: 'embedded', from: 'BASE element',
  });
  const mailbox = 'From a@b Thu Jan  1 00:00:00 1970\nContent-Type: text/html\n\n<a href=x>\n\nFrom a@b Thu Jan  1 00:00:00 1970\n' +
    'Content-Base: http://d.example/\nContent-Type: text/html\n\n<a href=y>\n';
  const links = h.links(mailbox, { base });
  assert.deepEqual(links.filter((l) => l.element).map((l) => [l.message, l.line, mailbox[l.offset], l.url]),
    [[1, 4, 'x', `${base}x`], [2, 10, 'y', 'http://d.example/y']]);
  const asked = [];
  h.absolutize(mailbox, { base, decide: (link) => void asked.push(link) });
  assert.deepEqual(asked, links.filter((l) => l.element));
});

test('documents have their layers', () => {
  const [page] = h.documents('<base href="c/">', { base });
  assert.equal(page.type, 'text/html');
  assert.equal(page.base, `${base}c/`);
  assert.deepEqual(page.candidates.map((c) => [c.layer, c.used]), [['embedded', true], ['retrieval', false]]);
  const message = 'Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\nContent-Base: http://e.example/\n\n<p>\n--b--\n';
  assert.deepEqual(h.documents(message).map((d) => [d.part, d.base]), [['', ''], ['1', 'http://e.example/']]);
});

test('rewrite returns the type and notes', () => {
  const from = 'From a@b Thu Jan  1 00:00:00 1970\n';
  const signed = 'Content-Type: multipart/signed; boundary=b\n\n--b\nContent-Type: text/html\n\n<a href=x>\n--b--\n';
  const mailbox = `${from}Subject: \u00e9\u20ac\n\n\n${from}${signed}`;
  const result = h.rewrite(mailbox, { base });
  assert.equal(result.output, mailbox);
  assert.equal(result.type, 'mbox');
  assert.equal(result.changed, false);
  const [note] = result.notes;
  assert.deepEqual(Object.keys(note), ['code', 'message', 'part', 'offset', 'text']);
  assert.equal(note.message, 2);
  assert.equal(mailbox.slice(note.offset), signed);
  const gzip = new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0]);
  assert.deepEqual(h.rewrite(gzip), {
    output: gzip, type: 'other', changed: false,
    notes: [{ code: 'other-file', part: '', offset: 0, text: 'a gzip file, left as it is: decompress it first' }],
  });
  assert.deepEqual(h.rewrite('<a href=x>', { base }), { output: `<a href=${base}x>`, type: 'html', changed: true, notes: [] });
});

test('each option counts', () => {
  const become = (source, options) => h.absolutize(source, { base, ...options });
  const message = (fields, body = '<a href=x>') => `${fields}Content-Type: text/html\n\n${body}`;
  assert.equal(become('<a href=x>', { base: new URL('http://u.example') }), '<a href=http://u.example/x>');
  assert.equal(become('a{b:url(x)}', { type: 'css' }), `a{b:url(${base}x)}`);
  assert.equal(become('<title>t</title><a href=x>', { mode: 'pin' }), `<base href="${base}"><title>t</title><a href=x>`);
  assert.equal(become('<a href=x>', { mode: 'absolute' }), `<a href=${base}x>`);
  assert.equal(become('<a href="http://o.example/x">', { mode: 'move', moves: [{ from: new URL('http://o.example/'), to: 'http://n.example/' }] }),
    '<a href="http://n.example/x">');
  assert.equal(become('<a href="http://a.example/o/x">', { mode: 'move', rootRelative: true, moves: [{ from: 'http://a.example/o/', to: 'http://a.example/n/' }] }),
    '<a href="/n/x">');
  assert.equal(become('<a href="HTTP:x">', { dialect: 'whatwg' }), `<a href="${base}x">`);
  assert.equal(become('<a href="#f">', { keepFragments: true }), '<a href="#f">');
  assert.equal(become('<base href="/c/"><a href=x>', { dropBase: true }), '<a href=http://a.example/c/x>');
  assert.equal(become('<img data-src=x>', { also: ['lazy'] }), `<img data-src=${base}x>`);
  assert.equal(become('{"c":"<a href=x>","u":"y"}', { type: 'json', jsonFields: [{ path: 'c' }, { path: 'u', role: 'url' }] }),
    `{"c":"<a href=${base}x>","u":"${base}y"}`);
  assert.equal(become(message('Base: <URL:http://c.example/>\n'), { baseFields: [] }), message('Base: <URL:http://c.example/>\n', `<a href=${base}x>`));
  assert.equal(become(message('Base: <URL:ftp://c.example/>\n'), { baseSchemes: ['http'] }), message('Base: <URL:ftp://c.example/>\n', `<a href=${base}x>`));
  const saved = '<!-- saved from url=(0017)http://s.example/ -->\n<a href=x>';
  assert.equal(h.absolutize(saved), saved.replace('=x>', '=http://s.example/x>'));
  assert.equal(h.absolutize(saved, { ignoreHints: true }), saved);
  const rss = '<rss><channel><link>http://f.example/</link><item><link>x</link></item></channel></rss>';
  assert.equal(h.absolutize(rss), rss.replace('>x<', '>http://f.example/x<'));
  assert.equal(h.absolutize(rss, { feedBase: 'none' }), rss);
  const item = '<rss><channel><item><description>&lt;a href="x"></description><link>http://f.example/1/</link></item></channel></rss>';
  assert.equal(h.absolutize(item, { feedBase: 'item' }), item.replace('"x"', '"http://f.example/1/x"'));
  const signed = 'Content-Type: multipart/signed; boundary=b\n\n--b\nContent-Type: text/html\n\n<a href=x>\n--b\nContent-Type: application/pgp-signature\n\n--b--\n';
  assert.equal(become(signed), signed);
  assert.equal(become(signed, { allowSigned: true }), signed.replace('=x>', `=${base}x>`));
  const dkim = message('DKIM-Signature: v=1\n');
  assert.equal(become(dkim, { keepDKIM: true }), dkim);
  assert.notEqual(become(dkim), dkim);
  const attached = 'Content-Disposition: attachment\n' + message('');
  assert.equal(become(attached, { keepAttachments: true }), attached);
  assert.notEqual(become(attached), attached);
  const many = '<a href=x>'.repeat(1000);
  assert.equal(become(many, { maxDocument: 999 }), many);
  const long = `http://a.example/${'b'.repeat(4000)}/`;
  assert.equal(become('<a href=x>'.repeat(10000), { base: long, maxGrowth: 1 }), '<a href=x>'.repeat(10000));
  const nested = 'Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<a href=x>\n--b--\n';
  assert.notEqual(become(nested), nested);
  assert.equal(become(nested, { limits: { entities: 1 } }), nested);
});

test('wrong options are refused by name', () => {
  for (const [options, message] of [
    [{ bas: base }, /options: unknown key "bas"; did you mean "base"\?/],
    [{ keepfragments: true }, /did you mean "keepFragments"\?/],
    [{ zzzzz: 1 }, /unknown key "zzzzz"$/],
    [{ base: 'x/y' }, /base "x\/y": relative: give an absolute URL/],
    [{ base: 1 }, /base: give a string or a URL, not the number 1/],
    [{ base: null }, /base: give a string or a URL, not null/],
    [{ dialect: 'rfc' }, /unknown dialect "rfc": known are rfc1808, rfc3986, whatwg/],
    [{ type: 'warc' }, /unknown type "warc": known are auto, html/],
    [{ mode: 'relative' }, /needs a tree of files/],
    [{ mode: 'absolut' }, /mode "absolut": give absolute, pin, move; did you mean "absolute"\?/],
    [{ mode: 'move' }, /move/],
    [{ also: 'lazy' }, /also: give an array of strings, not a string/],
    [{ also: ['lazy', 1] }, /also: give an array of strings, not an array with the number 1/],
    [{ moves: [{ from: 'http://a/', to: 'http://b/' }] }, /moves: they are for mode "move"/],
    [{ also: ['lzay'] }, /unknown group "lzay"/],
    [{ keepFragments: 'yes' }, /keepFragments: give true or false, not a string/],
    [{ maxGrowth: -1 }, /maxGrowth: give a whole number/],
    [{ maxDocument: 1.5 }, /maxDocument: give a whole number/],
    [{ limits: { dept: 1 } }, /limits: unknown key "dept"; did you mean "depth"\?/],
    [{ limits: 3 }, /limits: give an object, not the number 3/],
    [{ moves: [{ from: 'x' }] }, /moves\[0\]: give to/],
    [{ moves: {} }, /moves: give an array/],
    [{ jsonFields: [{ path: 'a', role: 'txt' }] }, /txt/],
    [{ feedBase: 'x' }, /"x"/],
    [{ decide: 'x' }, /decide: give a function/],
    ['http://a/', /options: give an object, not a string/],
    [null, /options: give an object, not null/],
  ]) {
    assert.throws(() => h.absolutize('<a href=x>', options), (error) => {
      assert.ok(error instanceof OptionsError && error instanceof TypeError);
      assert.equal(error.code, 'HREFIX_OPTIONS');
      assert.match(error.message, message);
      return true;
    });
  }
  assert.equal(h.absolutize('<a href=x>', { base, type: undefined, moves: undefined }), `<a href=${base}x>`);
});

test('options are read once, and may be inherited', () => {
  const page = '<a href=x>';
  const become = (options) => h.absolutize(page, options);
  const expected = `<a href=${base}x>`;
  class Settings {
    get base() { return base; }
    method() {}
  }
  const bare = Object.assign(Object.create(null), { base });
  for (const options of [Object.create({ base }), new Settings(), bare, Object.create(bare), Object.defineProperty({}, 'base', { value: base })]) {
    assert.equal(become(options), expected);
  }
  assert.throws(() => become(Object.create({ bse: base })), /unknown key "bse"; did you mean "base"/);
  assert.throws(() => become({ base, also: new Array(4e9) }), /also: give an array of strings, not an array with undefined/);
  const values = { also: ['social'], limits: { depth: 3 }, moves: [{ from: base, to: 'http://n.example/' }], jsonFields: [], maxGrowth: 3, base, decide: () => undefined };
  for (const [key, good] of Object.entries(values)) {
    let reads = 0;
    const mode = key === 'moves' ? 'move' : 'absolute';
    const options = { base, mode, get [key]() { return reads++ ? { length: 1e9 } : good; } };
    h.links(page, options);
    assert.equal(reads, 1, key);
  }
  assert.equal(become({ base }), expected);
});

test('properties that a program adds to all objects are no options', async () => {
  const added = { base: 'http://evil.example/', decide: () => 'http://evil.example/', keepFragments: 'x', depth: 1, role: 'url', wasm: new Uint8Array(8) };
  Object.assign(Object.prototype, added);
  try {
    assert.equal(h.absolutize('<a href=x>', {}), '<a href=x>');
    assert.equal(h.absolutize('<a href=x>'), '<a href=x>');
    assert.equal(h.absolutize('{"a":"<a href=x>"}', { base, type: 'json', limits: {}, jsonFields: [{ path: 'a' }] }), `{"a":"<a href=${base}x>"}`);
    assert.equal((await load()).absolutize('<a href=x>', { base }), `<a href=${base}x>`);
  } finally {
    for (const key of Object.keys(added)) delete Object.prototype[key];
  }
});

test('a call without enough stack is a RangeError, and the next one works', () => {
  const nested = '['.repeat(1000) + '"<a href=x>"' + ']'.repeat(1000);
  const inBase = { base };
  const inJSON = { base, type: 'json', jsonFields: [{ path: '*' }] };
  const deep = (n, call) => (n === 0 ? call() : deep(n - 1, call));
  for (const call of [() => h.absolutize('<a href=x>', inBase), () => h.links(nested, inJSON), () => h.rewrite('<a href=x>', { base, decide: () => keep })]) {
    let fits = 0;
    const errors = new Set();
    for (let n = 1000; errors.size < 2 && n < 20_000; n += 25) {
      try {
        deep(n, call);
        fits++;
      } catch (error) {
        assert.equal(`${error.name}: ${error.message}`, 'RangeError: Maximum call stack size exceeded');
        errors.add(n);
        if (errors.size === 2) assert.throws(() => deep(1e9, call), RangeError);
      }
      assert.equal(h.absolutize('<a href=x>', inBase), `<a href=${base}x>`);
    }
    assert.ok(fits > 0 && errors.size === 2, `${fits} calls, ${errors.size} errors`);
  }
});

test('a module that has ended starts again', async () => {
  const other = await load();
  assert.equal(other.absolutize('<a href=x>', { base }), `<a href=${base}x>`);
  const { set } = Uint8Array.prototype;
  Uint8Array.prototype.set = () => { throw new Error('broken'); }; // which the module calls for bytes
  try {
    assert.throws(() => other.absolutize(bytes('<a href=x>'), { base }), /^Error: hrefix: the call has ended the module: Error: broken$/);
  } finally {
    Uint8Array.prototype.set = set;
  }
  assert.equal(other.absolutize('<a href=x>', { base }), `<a href=${base}x>`);
  const output = other.absolutize('<a href=x>', { base, decide: () => other.links('<a href=y>', { base })[0].url });
  assert.equal(output, `<a href=${base}y>`);
});

test('decide decides for each link, once', () => {
  const page = '<a href=a><a href=b><a href=c><a href="http://d.example/"><img src=e>';
  const asked = [];
  const output = h.absolutize(page, {
    base,
    decide(link) {
      asked.push(link.ref);
      return { a: 'http://x.example/?"<&', b: keep, e: new URL('http://y.example') }[link.ref];
    },
  });
  assert.equal(output, `<a href='http://x.example/?"&lt;&amp;'><a href=b><a href=${base}c><a href="http://d.example/"><img src=http://y.example/>`
    .replace(/^<a href='.*?'>/, /^<a href=.*?>(?=<a href=b>)/.exec(output)[0]));
  assert.deepEqual(h.links(output).map((l) => l.ref)[0], 'http://x.example/?"<&');
  assert.deepEqual(asked, ['a', 'b', 'c', 'http://d.example/', 'e']);
  const large = '<a href=x>'.repeat(200_000);
  let calls = 0;
  assert.equal(h.absolutize(large, { base, decide: () => void calls++ }), large.replaceAll('=x', `=${base}x`));
  assert.equal(calls, 200_000);
  assert.deepEqual(h.links('<a href=a>', { base, decide: () => 'http://z.example/' })[0].url, 'http://z.example/');
});

test('what decide throws comes through', () => {
  class Mine extends Error {}
  for (const thrown of [new Mine('x'), undefined, null, 'text', 0]) {
    for (const call of ['absolutize', 'rewrite', 'links']) {
      let calls = 0;
      assert.throws(() => h[call]('<a href=x><a href=y>', { base, decide() { calls++; throw thrown; } }), (error) => error === thrown || error?.actual === undefined);
      assert.equal(calls, 1);
    }
  }
  try {
    h.absolutize('<a href=x>', { base, decide() { throw undefined; } });
    assert.fail('nothing was thrown');
  } catch (error) {
    assert.equal(error, undefined);
  }
  assert.throws(() => h.absolutize(bytes('<a href=x>'), { charset: 'klingon' }), /unknown charset "klingon": give a name such as utf-8/);
  for (const wrong of [1, true, false, null, {}, [], Symbol('keep'), '', ' http://a/', 'http://a/ ', 'a\nb', 'a\tb', '\ud800', 'a\x7f']) {
    assert.throws(() => h.absolutize('<a href=x>', { base, decide: () => wrong }), /decide returned/);
  }
  assert.throws(() => h.absolutize('<a href=x>', { base, decide: async () => keep }), /decide cannot be asynchronous/);
  assert.equal(h.absolutize('<a href=x>', { base }), `<a href=${base}x>`);
});

test('decide may call the same instance', () => {
  const output = h.absolutize('<iframe srcdoc="<a href=i>"></iframe><a href=x><a href=y>', {
    base,
    decide(link) {
      if (link.ref === 'i') return undefined;
      const [inner] = h.links(`<a href=${link.ref}>`, { base: 'http://i.example/', decide: () => h.absolutize('http://deep.example/') });
      assert.throws(() => h.absolutize('<a href=q>', { base, decide() { throw new Error('inner'); } }), /inner/);
      return `${inner.url}${link.ref}`;
    },
  });
  assert.equal(output, `<iframe srcdoc="<a href=${base}i>"></iframe><a href=http://deep.example/x><a href=http://deep.example/y>`);
  const deep = (n) => h.absolutize('<a href=x>', { base, decide: () => (n === 0 ? 'http://end.example/' : deep(n - 1).slice(8, -1)) });
  assert.equal(deep(50), '<a href=http://end.example/>');
  const endless = () => h.absolutize('<a href=x>', { base, decide: endless });
  assert.throws(endless, { name: 'RangeError', message: /decide calls the instance again, 64 times/ });
  assert.equal(deep(50), '<a href=http://end.example/>');
});

test('the module is loaded from a URL, a path, bytes, a response or a compiled module', async () => {
  const url = new URL(import.meta.resolve('hrefix/hrefix.wasm'));
  const file = readFileSync(url);
  const module = await WebAssembly.compile(file);
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/none' ? 404 : 200, { 'content-type': request.url === '/plain' ? 'text/plain' : 'application/wasm' });
    response.end(file);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const at = (path) => `http://127.0.0.1:${server.address().port}${path}`;
  for (const wasm of [undefined, url, url.href, fileURLToPath(url), file, file.buffer.slice(file.byteOffset, file.byteOffset + file.length), module,
    Promise.resolve(module), fetch(at('/')), await fetch(at('/plain')), at('/')]) {
    const instance = await load({ wasm });
    assert.equal(instance.absolutize('<a href=x>', { base }), `<a href=${base}x>`);
  }
  await assert.rejects(load({ wasm: at('/none') }), /status 404/);
  await assert.rejects(load({ wasm: 3 }), /wasm is the number 3: give a URL, bytes, a Response or a WebAssembly.Module/);
  await assert.rejects(load({ wasn: file }), /unknown key "wasn"/);
  await assert.rejects(load({ wasm: new Uint8Array(8) }), WebAssembly.CompileError);
  await assert.rejects(load({ wasm: './no-such-file.wasm' }), { code: 'ENOENT' });
  server.close();
  server.closeAllConnections();
});

test('the functions of the module load an instance once', async () => {
  const all = await Promise.all([hrefix.absolutize('<a href=x>', { base }), hrefix.absolutize(bytes('<a href=x>'), { base })]);
  assert.equal(all[0], `<a href=${base}x>`);
  assert.equal(text(all[1]), all[0]);
  assert.equal((await hrefix.links('<a href=x>', { base }))[0].url, `${base}x`);
  assert.equal((await hrefix.documents('<a href=x>', { base }))[0].base, base);
  assert.equal((await hrefix.rewrite('<a href=x>', { base })).changed, true);
  await assert.rejects(hrefix.absolutize('', { bse: '' }), OptionsError);
});

test('the functions of an instance work in variables', async () => {
  const { absolutize, rewrite, links, documents } = await load();
  assert.equal(absolutize('<a href=x>', { base }), '<a href=http://a.example/b/x>');
  assert.equal(rewrite('<a href=x>', { base }).changed, true);
  assert.equal(links('<a href=x>', { base })[0].url, 'http://a.example/b/x');
  assert.equal(documents('<a href=x>', { base })[0].base, base);
});

test('instances do not know each other', async () => {
  const other = await load();
  const output = h.absolutize('<a href=x>', { base, decide: (link) => other.links('<a href=y>', { base: link.url, decide: () => h.absolutize('z') })[0].url });
  assert.equal(output, '<a href=z>');
});

test('nothing is left on globalThis, and the process ends', () => {
  const program = `
    const before = Reflect.ownKeys(globalThis);
    const { load } = await import('hrefix');
    const h = await load();
    h.absolutize('<a href=x>', { base: '${base}' });
    console.log(JSON.stringify(Reflect.ownKeys(globalThis).filter((key) => !before.includes(key)).map(String)), typeof Go);`;
  assert.equal(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', timeout: 20_000 }), '[] undefined\n');
});

test('it works in a worker, with a module that was compiled once', async () => {
  const module = await WebAssembly.compile(readFileSync(new URL(import.meta.resolve('hrefix/hrefix.wasm'))));
  const program = `
    import { parentPort, workerData } from 'node:worker_threads';
    import { load } from 'hrefix';
    const h = await load({ wasm: workerData });
    parentPort.on('message', (page) => parentPort.postMessage(h.absolutize(page, { base: '${base}' })));`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program.replace("'hrefix'", JSON.stringify(import.meta.resolve('hrefix'))))}`), { workerData: module });
  const answer = new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  worker.postMessage('<a href=x>');
  assert.equal(await answer, `<a href=${base}x>`);
  await worker.terminate();
});
