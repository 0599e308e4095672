// A page that bundlers build: it rewrites documents in the page and in a worker, and reports to the server.

import { load } from 'hrefix';

const base = 'http://a.example/b/';
const report: Record<string, unknown> = {};
try {
  const begun = performance.now();
  const before = Reflect.ownKeys(globalThis).length;
  const h = await load();
  report['milliseconds'] = Math.round(performance.now() - begun);
  report['text'] = h.absolutize('<a href=x>\u00e9', { base });
  report['bytes'] = Array.from(h.absolutize(new TextEncoder().encode('<a href=x>'), { base })).length;
  report['links'] = h.links('<a href=x>', { base }).map((link) => link.url);
  const module = await WebAssembly.compileStreaming(fetch('hrefix.wasm'));
  const worker = new Worker('worker.js', { type: 'module' });
  report['worker'] = await new Promise((resolve, reject) => {
    worker.onmessage = (event) => resolve(event.data);
    worker.onerror = (event) => reject(event.message);
    worker.postMessage({ module, page: '<a href=y>', base });
  });
  report['globals'] = Reflect.ownKeys(globalThis).length - before;
} catch (error) {
  report['error'] = String(error);
}
await fetch('/report', { method: 'POST', body: JSON.stringify(report) });
