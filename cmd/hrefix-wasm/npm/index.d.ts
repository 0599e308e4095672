/**
 * hrefix makes the relative links of HTML documents and of mail absolute, by RFC 1808, and changes no other byte.
 *
 * Functions of an instance are synchronous; {@link load} returns one. The functions of the module are asynchronous
 * and use an instance of their own, which the first call loads.
 */

/** A document, a message or a mailbox. A string is a document that is decoded already; messages should be bytes. */
export type Source = string | ArrayBuffer | ArrayBufferView;

/** What a source becomes: text for a string, and new bytes for bytes. */
export type Output<S extends Source> = S extends string ? string : Uint8Array<ArrayBuffer>;

/** The type of a source. "auto" finds it out by the content. */
export type SourceType = 'auto' | 'html' | 'xml' | 'css' | 'json' | 'ndjson' | 'message' | 'mbox' | 'emlx';

/** The layers of RFC 1808 section 3 that can give a base. */
export type Layer = 'embedded' | 'encapsulating' | 'retrieval' | 'default';

/** Rules for resolution. */
export type Dialect = 'rfc1808' | 'rfc3986' | 'whatwg';

/** Groups of places that only some readers treat as links. */
export type Group = 'social' | 'lazy' | 'jsonld' | 'rdfa' | 'conditional' | 'param' | 'htmx' | 'templates';

/** Returned by decide, leaves a link as it is. */
export const keep: unique symbol;

/** Options say how a source is read, and what becomes of its links. They are those of the Go package rewrite. */
export interface Options {
  /** The URL that the source was retrieved from. It must be absolute. */
  base?: string | URL;
  /** The type of the source; the default is "auto". */
  type?: SourceType;
  /**
   * What becomes of links: they become absolute; or stay, with the base written into the document ("pin"); or get new
   * URLs because a site has moved ("move"). The default is "absolute".
   */
  mode?: 'absolute' | 'pin' | 'move';
  /** The charset of bytes, if it is known, for example from HTTP. A string needs none. */
  charset?: string;
  /** The rules for resolution; the default is "rfc1808". Browsers use "whatwg". */
  dialect?: Dialect;
  /**
   * Called once for each link that can be changed, absolute ones too. It returns a URL to replace the link, keep to
   * leave it, or undefined for what the mode does. What it throws comes to the caller.
   */
  decide?: (link: Link) => string | URL | typeof keep | undefined | void;
  /** Groups of places that are read, too. */
  also?: Group[];
  /** Places of your own that are read, too, such as "img[data-photo]" or "*[data-srcset]=srcset". */
  places?: string[];
  /**
   * Which links that are only a fragment stay: with "auto", the default, those to an id or a name that the document
   * has, or to its top, unless its own BASE makes them lead elsewhere; with "absolute" none; with "keep" all, and
   * empty ones too.
   */
  fragments?: 'auto' | 'absolute' | 'keep';
  /** The same as fragments: "keep". */
  keepFragments?: boolean;
  /** Removes BASE elements once all links are absolute. */
  dropBase?: boolean;
  /** What mode "move" needs: what was below the URL from is below the URL to now. */
  moves?: { from: string | URL; to: string | URL }[];
  /** Writes moved links from their path on if their documents have the same site. */
  rootRelative?: boolean;
  /** Fields of JSON text whose strings are documents or URLs: a JSON Pointer with "*", or a name, and the role. */
  jsonFields?: { path: string; role?: 'html' | 'xml' | 'css' | 'message' | 'url' | 'base' }[];
  /** The header fields that give a base, in order of precedence. */
  baseFields?: string[];
  /** The schemes that a base from a header field may have. */
  baseSchemes?: string[];
  /** Ignores the URL that a saved page names as its origin. */
  ignoreHints?: boolean;
  /** Whether a link in a feed gives the base of the feed, or of its items; the default is "hint". */
  feedBase?: 'hint' | 'channel-link' | 'self' | 'none' | 'item';
  /** Rewrites signed parts of messages, too. Their signatures fail then. */
  allowSigned?: boolean;
  /** Leaves messages with a DKIM-Signature or an ARC seal. */
  keepDKIM?: boolean;
  /** Leaves attachments. */
  keepAttachments?: boolean;
  /** Leaves a document that would become larger than so many times its size plus 16 MiB; 0 means 16. */
  maxGrowth?: number;
  /** Leaves documents with more bytes; 0 means no limit. */
  maxDocument?: number;
  /** Limits of what is taken apart of messages. */
  limits?: {
    depth?: number;
    entities?: number;
    header?: number;
    fields?: number;
    boundary?: number;
    params?: number;
    encoded?: number;
  };
}

/** A link of a source: a URL, relative or absolute. The keys are those of `hrefix links --json`. */
export interface Link {
  /** The number of the message in a mailbox, or of the line of NDJSON, from 1. Other sources have none. */
  message?: number;
  /** The number of the part of a message, such as "2.1", or the JSON Pointer of a string of JSON. */
  part: string;
  /** Where the link begins: in bytes, or in a string its index. */
  offset: number;
  /** The line, from 1. */
  line: number;
  /** The name of the element; "" for a header field. */
  element: string;
  /** The name of the attribute or header field; "" for the content of an element. */
  attr: string;
  /** The link as a reader of the document sees it. */
  ref: string;
  /** What it becomes, or is if it is absolute; "" if it stays relative. */
  url: string;
  status: 'absolute' | 'resolved' | 'unresolved' | 'left' | 'relative';
  /** Why the link stays as it is: a stable code, or "". */
  reason: string;
  /** The sentence for the reason. It may change. */
  text: string;
  /** The base of the link, its layer, and what gives it. */
  base: string;
  layer: Layer;
  from: string;
}

/** A document of a source, or a part of a message, with its base. The keys are those of `hrefix base --json`. */
export interface Document {
  message?: number;
  part: string;
  /** The media type, such as "text/html". */
  type: string;
  base: string;
  layer: Layer;
  from: string;
  /** What could give the base, the innermost layer first, and why it does not. */
  candidates: { layer: Layer; from: string; value: string; url: string; used: boolean; reason: string; text: string }[];
}

/** A defect of a source, or something that is left as it is because of one. */
export interface Note {
  /** A stable code. */
  code: string;
  message?: number;
  part: string;
  /** Where it is: in bytes, or in a string its index. */
  offset: number;
  /** A sentence for people. It may change. */
  text: string;
}

/** What rewrite returns. */
export interface Result<S extends Source> {
  output: Output<S>;
  /** The type of the source: never "auto". "other" is a file that is not a document. */
  type: Exclude<SourceType, 'auto'> | 'other';
  /** Whether the output differs from the source. */
  changed: boolean;
  notes: Note[];
}

/** A running module. Use it in one thread. */
export class Hrefix {
  private constructor();
  /** Returns the source with its links rewritten. Content never makes it fail. */
  absolutize<S extends Source>(source: S, options?: Options): Output<S>;
  /** Returns the same, with notes. */
  rewrite<S extends Source>(source: S, options?: Options): Result<S>;
  /** Returns the links of a source, in their order, and changes nothing. */
  links(source: Source, options?: Options): Link[];
  /** Returns the documents of a source with their bases. */
  documents(source: Source, options?: Options): Document[];
}

/** What load can get the module from: a URL or path, bytes, a response, or a compiled module. */
export type Wasm = string | URL | ArrayBuffer | ArrayBufferView<ArrayBuffer> | Response | WebAssembly.Module;

/** Loads an instance. Without wasm it loads hrefix.wasm, which is beside the JavaScript files of the package. */
export function load(options?: { wasm?: Wasm | PromiseLike<Wasm> }): Promise<Hrefix>;

export function absolutize<S extends Source>(source: S, options?: Options): Promise<Output<S>>;
export function rewrite<S extends Source>(source: S, options?: Options): Promise<Result<S>>;
export function links(source: Source, options?: Options): Promise<Link[]>;
export function documents(source: Source, options?: Options): Promise<Document[]>;

/** The error of wrong arguments. */
export class OptionsError extends TypeError {
  code: 'HREFIX_OPTIONS';
}
