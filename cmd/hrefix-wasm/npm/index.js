// The package in browsers and their workers.

import { helpers, loader } from './core.js';

export { Hrefix } from './core.js';
export { OptionsError, keep } from './options.js';

export const load = loader((url) => fetch(url));
export const { absolutize, rewrite, links, documents } = helpers(load);
