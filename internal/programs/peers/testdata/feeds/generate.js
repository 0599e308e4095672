// Writes feeds of the posts of posts.json with generators of npm into a directory.
//
//	node generate.js DIRECTORY

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { getRssString } from "@astrojs/rss";
import { Feed } from "feed";
import { toXML } from "jstoxml";
import { Podcast } from "podcast";
import RSS from "rss";
import { SitemapStream, streamToPromise } from "sitemap";
import { create } from "xmlbuilder2";

const require = createRequire(import.meta.url);
const out = process.argv[2];
const posts = JSON.parse(readFileSync("posts.json"));
const site = "https://blog.example/";
const save = (name, text) => writeFileSync(path.join(out, name), text);

{
	const feed = new Feed({ title: "A blog", id: site, link: site, copyright: "none", image: site + "logo.png", favicon: site + "favicon.ico" }); // it demands absolute URLs
	for (const p of posts) {
		feed.addItem({ title: p.title, id: "tag:blog.example,2026:" + p.id, link: site + p.url, description: p.html, content: p.html, date: new Date(0), image: site + p.image });
	}
	save("feed-rss2.xml", feed.rss2());
	save("feed-atom1.xml", feed.atom1());
}

{
	const feed = new RSS({ title: "A blog", feed_url: "feed.xml", site_url: site, image_url: "logo.png", custom_namespaces: { media: "http://search.yahoo.com/mrss/" } });
	for (const p of posts) {
		feed.item({ title: p.title, guid: p.id, url: p.url, description: p.html, date: new Date(0), enclosure: { url: p.image, size: 1, type: "image/png" }, custom_elements: [{ "media:thumbnail": [{ _attr: { url: p.image } }] }] });
	}
	save("rss.xml", feed.xml({ indent: true }));
}

{
	const feed = new Podcast({ title: "A podcast", description: "d", feedUrl: "feed.xml", siteUrl: site, itunesImage: "logo.png", author: "A" });
	for (const p of posts) {
		feed.addItem({ title: p.title, guid: p.id, url: p.url, description: p.html, date: new Date(0), content: p.html, itunesImage: p.image, enclosure: { url: p.image, size: 1, type: "audio/mpeg" } });
	}
	save("podcast.xml", feed.buildXml("\t"));
}

save("astro.xml", await getRssString({
	title: "A blog", description: "d", site, trailingSlash: false,
	items: posts.map((p) => ({ title: p.title, link: p.url, description: p.html, content: p.html, pubDate: new Date(0) })),
}));

save("jstoxml.xml", toXML({
	_name: "rss", _attrs: { version: "2.0" },
	_content: { channel: [{ title: "A blog" }, { link: site }, ...posts.map((p) => ({ item: { title: p.title, link: p.url, description: p.html } }))] },
}, { header: true, indent: "  ", filter: { "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;", "&": "&amp;" } }));

{
	const channel = create({ version: "1.0", encoding: "UTF-8" }).ele("http://www.w3.org/2005/Atom", "feed").ele("title").txt("A blog").up();
	for (const p of posts) {
		const entry = channel.ele("entry").ele("title").txt(p.title).up().ele("link", { href: p.url }).up();
		entry.ele("content", { type: "html" }).dat(p.html);
	}
	save("xmlbuilder2.xml", channel.end({ prettyPrint: true }));
}

{
	const stream = new SitemapStream({ xmlns: { news: false, video: true, xhtml: true, image: true } });
	for (const p of posts) {
		stream.write({ url: site + p.url, img: [{ url: site + p.image }], links: [{ lang: "en", url: site + p.url }] });
	}
	stream.end();
	// The generator demands absolute URLs. Others write a path.
	save("sitemap.xml", (await streamToPromise(stream)).toString().replaceAll(">" + site, ">"));
}

save("opml-generator.xml", require("opml-generator")({ title: "Feeds" }, posts.map((p) => ({ text: p.title, title: p.title, type: "rss", xmlUrl: p.url, htmlUrl: p.url }))));

{
	const json = {
		version: "https://jsonfeed.org/version/1", title: "A blog", home_page_url: site, feed_url: site + "feed.json", author: { name: "A", url: site },
		items: posts.map((p) => ({ id: p.id, url: p.url, title: p.title, content_html: p.html, image: p.image, date_published: "2026-01-01T00:00:00Z" })),
	};
	save("jsonfeed-to-rss.xml", require("jsonfeed-to-rss")(json));
	save("jsonfeed-to-atom.xml", require("jsonfeed-to-atom")(json));
}

{
	const TR = require("turbo-rss");
	const feed = new TR({ title: "A blog", link: site });
	for (const p of posts) {
		feed.item({ title: p.title, url: p.url, link: p.url, content: p.html, date: "2026-01-01", author: "A" });
	}
	save("turbo-rss.xml", feed.xml());
}

{
	// The generator of Hexo needs the posts as its database gives them.
	const date = { toDate: () => new Date(0), toISOString: () => "2026-01-01T00:00:00Z" };
	const list = posts.map((p) => ({ title: p.title, permalink: p.url, content: p.html, date, updated: date, image: p.image, categories: { toArray: () => [] }, tags: { toArray: () => [] } }));
	const query = { sort: () => query, filter: () => query, limit: () => query, length: list.length, toArray: () => list, first: () => list[0] };
	const config = { title: "A blog", url: site, root: "/", description: "d", pretty_urls: {}, feed: { content: true, content_limit: 140 } };
	const generate = require("hexo-generator-feed/lib/generator.js");
	for (const type of ["rss2", "atom"]) {
		save(`hexo-${type}.xml`, generate.call({ config }, { posts: query }, type, type + ".xml").data);
	}
}
