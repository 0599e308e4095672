// Writes as many sites as it is asked for into a directory, each a page whose scripts a
// bundler has made, with the files that they import:
//
//	node build.js 200 DIRECTORY
//
// The pages differ in the bundler (esbuild, rollup), in what it was asked to do (minify,
// split, keep the modules), in how modules import each other, and in how the page has the
// scripts: a module or a classic script, with an import map, with a BASE, in SVG. Each
// page sends what came of its modules, and what it loaded, to the page around it.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { rollup } from "rollup";

const [count, out] = [Number(process.argv[2]), process.argv[3]];

// random returns a function that returns numbers below n, the same for a seed.
function random(seed) {
	return (n) => {
		seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
		return Math.floor((seed / 2 ** 32) * n);
	};
}

// tricky are expressions in which slashes, quotes and the word import are something else.
const tricky = [
	`"import('./no.js')".length`, `/import\\("\\.\\/no\\.js"\\)['"]/.test("x")`, "`a${`'${1 / 2}`}/`.length", `[1, 2].map(x => x / 2 / 1).join("/")`,
	`(() => { const a = 4, g = 2; return a / g / 1; })()`, `({ import: 1, from: "./no.js" }).import / 2`, `class { static import = /'/; }.import.source`,
	`((a) => { if (a) /["']/.exec(a); return a++ / 2; })(3)`, `typeof /[/'"]/g`, `"// \\u0069mport './no.js'" /* import "./no.js" */`,
];

// write writes the source modules of a site, and returns their number.
function write(dir, r) {
	const n = 3 + r(5);
	for (let i = 0; i < n; i++) {
		const lines = [], parts = [`"${i}"`, tricky[r(tricky.length)], tricky[r(tricky.length)]];
		for (let j = i + 1; j < n; j++) {
			switch (r(4)) {
			case 0:
				lines.push(`import { value as v${j} } from "./m${j}.js";`);
				parts.push(`v${j}`);
				break;
			case 1:
				lines.push(`import * as n${j} from "./m${j}.js";`);
				parts.push(`Object.keys(n${j}).length`, `n${j}.value`);
				break;
			case 2:
				parts.push(`(await import("./m${j}.js")).value`);
			}
		}
		lines.push(`export const value = [${parts.join(", ")}].join("|");`);
		if (r(2) && i + 1 < n) lines.push(`export { value as other } from "./m${i + 1}.js";`);
		writeFileSync(join(dir, `m${i}.js`), lines.join("\n") + "\n");
	}
	return n;
}

// The entries of a site: the page has one of them, and with the other they share modules.
function entry(dir, name, modules, r, mapped) {
	const lines = modules.map((m, i) => `import { value as v${i} } from "./m${m}.js";`);
	const parts = modules.map((_, i) => `v${i}`);
	if (mapped) {
		lines.push(`import named from "named";`, `import other from "./mapped.js";`);
		parts.push("named", "other", `(await import("./mapped.js")).default`, `(await import("named/sub.js")).default`);
	}
	parts.push(`(await import("./m${r(2)}.js")).value`);
	lines.push(`const result = [${parts.join(", ")}].join("\\n");`,
		`parent.postMessage({ result, loaded: performance.getEntriesByType("resource").map((e) => e.name) }, "*");`,
		`export { result };`);
	writeFileSync(join(dir, name), lines.join("\n") + "\n");
}

// bundle bundles the entries in a way of its own for each site.
async function bundle(i, src, site, mapped) {
	const entries = [join(src, "page.js"), join(src, "second.js")];
	const external = mapped ? ["named", "named/*", "./mapped.js"] : [];
	if (i % 2) {
		const way = { entryNames: "sub/[name]", chunkNames: i % 4 === 1 ? "chunks/[name]-[hash]" : "sub/chunks/[hash]" };
		return build({ ...way, entryPoints: entries, outdir: site, bundle: true, format: "esm", splitting: true, minify: i % 8 > 3, target: "esnext", external, logLevel: "error" });
	}
	const made = await rollup({ input: entries, external: (id) => id === "./mapped.js" || id.startsWith("named"), makeAbsoluteExternalsRelative: false, onwarn() {} });
	const whole = i % 4 === 0;
	await made.write({
		dir: site, format: "es", compact: i % 8 > 3, minifyInternalExports: true, preserveModules: whole,
		entryFileNames: "sub/[name].js", chunkFileNames: i % 3 ? "chunks/[name]-[hash].js" : "sub/c/[name].js",
	});
	await made.close();
}

const map = `<script type="importmap">{ "imports": { "named": "./vendor/named.js", "named\\/": "./vendor/", "./mapped.js": "./vendor/real.js" } }</script>`;

// page returns the page of a site, and where it is.
function page(i, code, mapped) {
	const head = `<!DOCTYPE html>\n<meta charset="utf-8">\n<title>${i}</title>\n`;
	const inline = i % 10 === 7 ? `<svg><script type="module">//<![CDATA[\n${code}\n//]]></script></svg>` : `<script type="module">${code}</script>`;
	switch (i % 5) {
	case 1:
		return ["page/index.html", `${head}<base href="../sub/">${mapped ? map : ""}${inline}`];
	case 3:
		return ["index.html", `${head}${mapped ? map.replaceAll("./", "./sub/").replace('"./sub/mapped', '"./sub/mapped') : ""}<script>\n{\n\tPromise.all([import("./sub/page.js")]).then(([m]) => m.result);\n}\n</script>`];
	}
	return ["sub/index.html", `${head}${mapped ? map : ""}<link rel="modulepreload" href="./second.js">${inline}`];
}

const put = (file, text) => {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, text);
};

const pages = [];
for (let i = 0; i < count; i++) {
	const r = random(i + 1), mapped = i % 3 === 0;
	const src = join(out, "src", String(i)), site = join(out, "sites", String(i));
	mkdirSync(src, { recursive: true });
	const n = write(src, r);
	entry(src, "page.js", [...Array(n).keys()].filter(() => r(2)), r, mapped);
	entry(src, "second.js", [0, n - 1], r, mapped);
	await bundle(i, src, site, mapped);
	if (mapped) {
		for (const name of ["named", "sub", "real"]) put(join(site, "sub/vendor", name + ".js"), `export default "${name} " + import.meta.url;\n`);
	}
	const [name, text] = page(i, readFileSync(join(site, "sub/page.js"), "utf8"), mapped);
	put(join(site, name), text);
	pages.push(`${i}/${name}`);
}
writeFileSync(join(out, "pages.json"), JSON.stringify(pages));
