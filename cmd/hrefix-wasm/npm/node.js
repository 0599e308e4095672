// The package in Node.js, which cannot fetch from file: URLs.

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { helpers, loader } from './core.js';

export { Hrefix } from './core.js';
export { OptionsError, keep } from './options.js';

/** read reads a file, or fetches a URL that is not one of a file. A string without a scheme is a path. */
async function read(location) {
  const isURL = location instanceof URL || /^[a-z][a-z0-9+.-]+:/i.test(location);
  const url = isURL ? new URL(location) : pathToFileURL(resolve(location));
  return url.protocol === 'file:' ? readFile(url) : fetch(url);
}

export const load = loader(read);
export const { absolutize, rewrite, links, documents } = helpers(load);
