// The package as others install it: its files, its types, and a page that a bundler builds.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const installed = fileURLToPath(new URL('.', import.meta.resolve('hrefix')));
const bin = (name) => join('node_modules', '.bin', name);

test('the package has its files, and no others', () => {
  assert.deepEqual(readdirSync(installed).sort(), ['LICENSE', 'LICENSES', 'README.md', 'core.js', 'go.js', 'hrefix.wasm', 'index.d.ts',
    'index.js', 'node.js', 'options.js', 'package.json', 'source.js']);
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  assert.equal(manifest.dependencies, undefined);
  assert.equal(manifest.scripts, undefined);
  assert.match(manifest.version, /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+dirty)?$/);
  const licences = readFileSync(join(installed, 'LICENSES'), 'utf8');
  for (const name of ['The Go runtime', 'golang.org/x/net v', 'golang.org/x/text v']) assert.ok(licences.includes(name), name);
  for (const name of readdirSync(installed)) {
    const content = readFileSync(join(installed, name), 'latin1');
    assert.ok(!content.includes(process.cwd()) && !/\/(home|root|tmp|work)\/[a-z]/.test(content.replaceAll('/tmp/hrefix', '')), `${name} has a path of the machine`);
  }
});

test('TypeScript accepts right uses, and refuses wrong ones', () => {
  execFileSync(bin('tsc'), ['-p', 'tsconfig.json'], { stdio: 'inherit' });
});

/** serve serves a directory, and resolves report with what is posted. */
async function serve(directory) {
  let report;
  const reported = new Promise((resolve) => (report = resolve));
  const types = { html: 'text/html', js: 'text/javascript', wasm: 'application/wasm' };
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      let body = '';
      request.on('data', (data) => (body += data)).on('end', () => (response.end(), report(JSON.parse(body))));
      return;
    }
    try {
      const name = request.url.slice(1);
      const content = readFileSync(join(directory, name));
      response.setHeader('content-type', types[name.split('.').pop()]);
      // No eval, nothing from elsewhere: what a careful site allows.
      response.setHeader('content-security-policy', "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'");
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { server, reported, url: `http://127.0.0.1:${server.address().port}` };
}

test('esbuild bundles it for Node.js', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hrefix-node-'));
  try {
    writeFileSync(join(directory, 'use.mjs'), "import { absolutize } from 'hrefix'; console.log(await absolutize('<a href=x>', { base: 'http://a.example/' }));");
    execFileSync(bin('esbuild'), [join(directory, 'use.mjs'), '--bundle', '--format=esm', '--platform=node', `--outfile=${join(directory, 'out.mjs')}`, '--log-level=warning'],
      { stdio: 'inherit', env: { ...process.env, NODE_PATH: join(process.cwd(), 'node_modules') } });
    copyFileSync(join(installed, 'hrefix.wasm'), join(directory, 'hrefix.wasm'));
    assert.equal(execFileSync(process.execPath, [join(directory, 'out.mjs')], { encoding: 'utf8' }), '<a href=http://a.example/x>\n');
  } finally {
    rmSync(directory, { recursive: true });
  }
});

const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';

test('esbuild bundles a page that works in Chromium', { skip: process.env.HREFIX_NO_BROWSER && 'HREFIX_NO_BROWSER is set' }, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hrefix-page-'));
  const { server, reported, url } = await serve(directory);
  let browser;
  try {
    execFileSync(bin('esbuild'), ['page.ts', 'worker.ts', '--bundle', '--format=esm', '--minify', '--platform=browser', '--target=es2022', `--outdir=${directory}`, '--log-level=warning'],
      { stdio: 'inherit' });
    copyFileSync(join(installed, 'hrefix.wasm'), join(directory, 'hrefix.wasm'));
    writeFileSync(join(directory, 'page.html'), '<!DOCTYPE html><title>t</title><script type=module src=page.js></script>');
    browser = spawn(chromium, ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', `--user-data-dir=${join(directory, 'profile')}`, `${url}/page.html`], { stdio: 'ignore' });
    const failed = new Promise((_, reject) => {
      browser.once('error', reject);
      setTimeout(() => reject(new Error('Chromium reported nothing in 60 s')), 60_000).unref();
    });
    const { milliseconds, ...report } = await Promise.race([reported, failed]);
    console.log(`Chromium: loaded in ${milliseconds} ms`);
    assert.deepEqual(report, {
      text: '<a href=http://a.example/b/x>\u00e9', bytes: '<a href=http://a.example/b/x>'.length, links: ['http://a.example/b/x'],
      worker: '<a href=http://a.example/b/y>', globals: 0,
    });
  } finally {
    if (browser?.exitCode === null) {
      const ended = new Promise((resolve) => browser.once('exit', resolve));
      browser.kill();
      await ended;
    }
    server.close();
    server.closeAllConnections();
    rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
});
