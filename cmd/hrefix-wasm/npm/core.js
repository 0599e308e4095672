// An instance of the module, and what a caller can do with it.

import { newGo } from './go.js';
import { OptionsError, keep, kind, object, settle } from './options.js';
import { Source } from './source.js';

/** maxRewriters is how many rewriters are kept for later calls with the same options. */
const maxRewriters = 16;

/** maxDepth is how deep calls may be nested by decide: the stack of JavaScript takes some 200. */
const maxDepth = 64;

/**
 * room fills the part of the stack of JavaScript that a call needs, as arguments of 8 bytes each. It is more than the
 * module takes for messages and pages that are nested as deep as it reads them by default.
 */
const room = new Array(16_384).fill(0);

/** A Hrefix rewrites documents, and lists their links. load returns one. */
export class Hrefix {
  #runtime;

  /** Callers use load. The functions are bound, so that they work in variables: const { links } = await load(). */
  constructor(runtime) {
    this.#runtime = runtime;
    for (const name of ['absolutize', 'rewrite', 'links', 'documents']) this[name] = this[name].bind(this);
  }

  absolutize(source, options) {
    return this.#rewrite(new Source(source), options).output;
  }

  rewrite(source, options) {
    const from = new Source(source);
    const { output, json } = this.#rewrite(from, options);
    const result = JSON.parse(json);
    const offset = from.offsets();
    for (const note of result.notes) note.offset = offset(note.offset);
    return { output, ...result };
  }

  links(source, options) {
    const from = new Source(source);
    const all = this.#list('links', from, options);
    if (!from.isString) return all;
    const offset = from.offsets();
    for (const link of all) link.offset = offset(link.offset);
    return all;
  }

  documents(source, options) {
    return this.#list('documents', new Source(source), options);
  }

  #rewrite(source, options) {
    let changed, json;
    this.#call('rewrite', source, options, (size) => (changed = new Uint8Array(size)), (text) => (json = text));
    return { output: source.result(changed), json };
  }

  #list(name, source, options) {
    const all = [];
    this.#call(name, source, options, (json) => {
      for (const one of JSON.parse(json)) all.push(one);
    });
    return all;
  }

  /** #call calls a function of the module with a rewriter for the options. */
  #call(name, source, options, ...receivers) {
    const { plain, decide } = settle(options, source.isString);
    const runtime = this.#runtime;
    runtime.enter();
    const callback = decide && new Callback(decide, source);
    const number = callback ? this.#open(plain, callback.answer) : this.#rewriter(plain);
    const defect = runtime.call(name, number, source.bytes, ...receivers);
    if (callback) runtime.call('close', number);
    if (callback?.failed) throw callback.failure;
    if (defect) throw new Error(`hrefix: ${defect}`);
  }

  /** #rewriter returns the number of a rewriter for the options. */
  #rewriter(plain) {
    const { rewriters } = this.#runtime;
    const key = JSON.stringify(plain);
    const number = rewriters.get(key) ?? this.#open(plain, undefined);
    rewriters.delete(key);
    rewriters.set(key, number);
    if (rewriters.size > maxRewriters) {
      const [oldest, unused] = rewriters.entries().next().value;
      rewriters.delete(oldest);
      this.#runtime.call('close', unused);
    }
    return number;
  }

  #open(plain, answer) {
    const number = this.#runtime.call('open', plain, answer);
    if (typeof number === 'string') throw new OptionsError(number);
    return number;
  }
}

/** A Callback calls decide for the module, once for each link, and catches its exception. */
class Callback {
  failed = false;
  failure = undefined;
  #answers = new Map();

  constructor(decide, source) {
    const offset = source.offsets();
    /** answer returns the answer of decide for a link. False ends the call of the module. */
    this.answer = (json) => {
      if (this.#answers.has(json)) return this.#answers.get(json);
      try {
        const link = JSON.parse(json);
        link.offset = offset(link.offset);
        const answer = answerOf(decide(link));
        this.#answers.set(json, answer);
        return answer;
      } catch (failure) {
        this.failed = true;
        this.failure = failure;
        return false;
      }
    };
  }
}

/** answerOf returns what decide has returned as an answer for the module. */
function answerOf(answer) {
  if (answer === undefined) return answer;
  if (answer === keep) return null;
  if (answer instanceof URL) return answer.href;
  if (typeof answer !== 'string') {
    const hint = typeof answer?.then === 'function' ? '. decide cannot be asynchronous' : '';
    throw new OptionsError(`decide returned ${kind(answer)}: give a URL, keep, or undefined${hint}`);
  }
  // Readers of a document remove these characters, so the link would be another one.
  if (answer === '' || /[\0-\x1f\x7f\p{Surrogate}]|^ | $/u.test(answer)) {
    throw new OptionsError(`decide returned ${JSON.stringify(answer)}: give a URL, which is not empty, and has no spaces around it, ` +
      'no control characters and no halves of characters');
  }
  return answer;
}

/**
 * A Runtime runs a module. If a call ends the module, for example because memory ends, the call throws an error, and the
 * next call starts the module again.
 */
class Runtime {
  rewriters = new Map(); // the numbers of rewriters by their options, the one used last at the end
  #module;
  #go;
  #functions; // of the running module
  #ended = ''; // why the running module cannot be used any more
  #depth = 0; // of nested calls

  constructor(module) {
    this.#module = module;
  }

  /** start starts the module. */
  async start() {
    this.#prepare();
    this.#run(await WebAssembly.instantiate(this.#module, this.#go.importObject));
  }

  #prepare() {
    this.rewriters.clear();
    this.#ended = '';
    this.#functions = {};
    this.#go = newGo(this.#functions);
  }

  #run(instance) {
    this.#go.run(instance).catch(() => {}); // it has stored its functions when it waits for calls
    this.#check();
  }

  /** #restart starts the module again, in this call. Few browsers refuse that outside of workers. */
  #restart() {
    const why = this.#ended;
    this.#prepare();
    try {
      this.#run(new WebAssembly.Instance(this.#module, this.#go.importObject));
    } catch (error) {
      this.#ended = why;
      throw new Error(`hrefix: the module has ended: ${why}: load another one: ${error.message}`);
    }
  }

  /** #check throws an error if the module has ended. */
  #check() {
    if (this.#go.exited) this.#ended ||= this.#go.printed() || 'it has exited';
    if (!this.#ended) return;
    this.#go.stop();
    throw new Error(`hrefix: the call has ended the module: ${this.#ended}`);
  }

  /** enter makes the module ready for a call. It throws an error if the call could run out of stack in the module. */
  enter() {
    if (this.#depth === maxDepth) throw new RangeError(`hrefix: decide calls the instance again, ${maxDepth} times: nest fewer calls`);
    (() => {}).apply(undefined, room); // a RangeError here leaves the module as it is
    if (this.#ended && this.#depth === 0) this.#restart();
    this.#check();
  }

  /** call calls a function of the module. */
  call(name, ...args) {
    let result;
    this.#depth++;
    try {
      result = this.#functions[name](...args);
    } catch (error) {
      this.#ended ||= String(error);
    } finally {
      this.#depth--;
    }
    this.#check();
    return result;
  }
}

/** start starts a compiled module, and returns a Hrefix for it. */
async function start(module) {
  const runtime = new Runtime(module);
  await runtime.start();
  return new Hrefix(runtime);
}

const loadOptions = object({ wasm: (value) => value });

/** loader returns the function load, which gets the module by fetchModule if no other is given. */
export function loader(fetchModule) {
  return async function load(options = {}) {
    const { wasm } = loadOptions(options, 'load');
    return start(await compile(wasm, fetchModule));
  };
}

/** compile returns a compiled module. */
async function compile(wasm, fetchModule) {
  const given = await wasm;
  if (given instanceof WebAssembly.Module) return given;
  if (given === undefined || typeof given === 'string' || given instanceof URL) {
    return compile(await fetchModule(given ?? new URL('./hrefix.wasm', import.meta.url)), fetchModule);
  }
  if (given instanceof ArrayBuffer || ArrayBuffer.isView(given)) return WebAssembly.compile(given);
  if (typeof Response !== 'undefined' && given instanceof Response) {
    if (!given.ok) throw new Error(`hrefix: ${given.url}: status ${given.status}`);
    const streams = given.headers.get('content-type')?.startsWith('application/wasm');
    return streams ? WebAssembly.compileStreaming(given) : WebAssembly.compile(await given.arrayBuffer());
  }
  throw new OptionsError(`load: wasm is ${kind(given)}: give a URL, bytes, a Response or a WebAssembly.Module`);
}

/** helpers returns functions that use one instance, which the first call loads. */
export function helpers(load) {
  let loading;
  const once = () => (loading ??= load().catch((error) => {
    loading = undefined; // the next call tries again
    throw error;
  }));
  const helper = (name) => async (...args) => (await once())[name](...args);
  return { absolutize: helper('absolutize'), rewrite: helper('rewrite'), links: helper('links'), documents: helper('documents') };
}
