// Builds the package: node build.mjs DIRECTORY. It writes the files to DIRECTORY/package, and the tarball beside them.
// It needs Go and npm, and no other packages.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

import { pack } from './pack.mjs';

const here = import.meta.dirname ?? new URL('.', import.meta.url).pathname;
const root = resolve(here, '../../..');
const sources = ['core.js', 'options.js', 'source.js', 'index.js', 'node.js', 'index.d.ts', 'README.md'];

/** run returns what a program prints. */
function run(program, args, options = {}) {
  return execFileSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26, ...options });
}

const wasmEnvironment = { ...process.env, GOOS: 'js', GOARCH: 'wasm', GOFLAGS: '', GOWORK: 'off' };
const tags = ['-tags', 'hrefix_noarchives'];

/** buildModule returns the module. */
function buildModule(directory) {
  const file = join(directory, 'hrefix.wasm');
  run('go', ['build', ...tags, '-trimpath', '-buildvcs=false', '-ldflags=-s -w -buildid=', '-o', file, './cmd/hrefix-wasm'],
    { env: wasmEnvironment });
  const module = readFileSync(file);
  rmSync(file);
  return module;
}

/** licences returns the licences of what is in the module. */
function licences() {
  const format = '{{with .Module}}{{.Path}}{{"\\t"}}{{.Version}}{{"\\t"}}{{.Dir}}{{end}}';
  const lines = run('go', ['list', ...tags, '-deps', '-f', format, './cmd/hrefix-wasm'], { env: wasmEnvironment }).split('\n');
  let text = `The Go runtime and standard library, ${run('go', ['env', 'GOVERSION']).trim()}\n\n`;
  text += readFileSync(join(goroot(), 'LICENSE'), 'utf8');
  for (const line of [...new Set(lines)].sort()) {
    const [path, at, directory] = line.split('\t');
    if (at) text += `\n${'-'.repeat(80)}\n${path} ${at}\n\n${readFileSync(join(directory, 'LICENSE'), 'utf8')}`;
  }
  return text;
}

function goroot() {
  return run('go', ['env', 'GOROOT']).trim();
}

/** build writes the package, and returns its directory. */
function build(directory) {
  const to = join(directory, 'package');
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const name of sources) cpSync(join(here, name), join(to, name));
  cpSync(join(root, 'LICENSE'), join(to, 'LICENSE'));
  writeFileSync(join(to, 'LICENSES'), licences());
  const runtime = readFileSync(join(goroot(), 'lib/wasm/wasm_exec.js'), 'utf8');
  const template = readFileSync(join(here, 'go.template.js'), 'utf8');
  writeFileSync(join(to, 'go.js'), template.replace('$WASM_EXEC', () => runtime));
  const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
  manifest.version = run(join(root, '.ci/version'), ['npm']).trim();
  writeFileSync(join(to, 'package.json'), JSON.stringify(manifest, null, 2) + '\n');
  const linked = buildModule(directory);
  const module = process.env.HREFIX_NPM_UNPACKED ? linked : pack(linked);
  writeFileSync(join(to, 'hrefix.wasm'), module);
  const size = (bytes) => `${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} by gzip`;
  console.log(`the module as Go links it: ${size(linked)}\nhrefix.wasm: ${size(module)}`);
  return to;
}

if (process.argv.length !== 3) {
  console.error('usage: node build.mjs DIRECTORY');
  process.exit(2);
}
const directory = resolve(process.argv[2]);
const built = build(directory);
const packed = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', directory], { cwd: built, stdio: ['ignore', 'pipe', 'pipe'] }));
console.log(`${packed[0].filename}: ${packed[0].size} bytes, unpacked ${packed[0].unpackedSize}`);
