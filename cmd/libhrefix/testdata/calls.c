/* calls.c: each function with right and wrong arguments. */
#include "test.h"

static const char page[] = "<base href=/b/><a href='x?a=1&amp;b=2'>x</a><img src=\"\"><p style='background:url(y.png)'>"
						   "<a href=\"http://h/\">h</a><a href=z>z</a>";

static void rewrites(void) {
	hrefix_result r;
	memset(&r, 0xff, sizeof r); /* what was in a result does not count */
	CHECK(hrefix_rewrite(hrefix_string(page), hrefix_string("http://a.example/c"), hrefix_string("{\"type\":\"html\"}"), NULL, NULL, &r) == HREFIX_OK);
	CHECK(is(r.text, "<base href=http://a.example/b/><a href='http://a.example/b/x?a=1&amp;b=2'>x</a><img src=\"\">"
					 "<p style='background:url(http://a.example/b/y.png)'><a href=\"http://h/\">h</a><a href=http://a.example/b/z>z</a>"));
	CHECK(r.text.data[r.text.size] == 0 && r.links == NULL && r.count == 0);
	hrefix_free(&r);
	CHECK(r.text.data == NULL && r.text.size == 0);
	hrefix_free(&r); /* twice is harmless */
	hrefix_free(NULL);
}

static void empties(void) {
	hrefix_text none = {NULL, 0};
	hrefix_result r;
	CHECK(hrefix_rewrite(none, none, none, NULL, NULL, &r) == HREFIX_OK && is(r.text, "") && r.text.data[0] == 0);
	hrefix_free(&r);
	CHECK(hrefix_links(none, none, none, &r) == HREFIX_OK && r.count == 0);
	hrefix_free(&r);
	CHECK(hrefix_resolve(none, none, none, &r) == HREFIX_ERROR_UNRESOLVED && has(r.text, "no target"));
	hrefix_free(&r);
}

static void nuls(void) {
	static const char text[] = "a\0<a href=b>\0";
	hrefix_text in = {text, sizeof text - 1};
	hrefix_result r;
	CHECK(hrefix_rewrite(in, hrefix_string("http://h/"), hrefix_string("{\"type\":\"html\"}"), NULL, NULL, &r) == HREFIX_OK);
	CHECK(r.text.size == in.size + 9 && memcmp(r.text.data, "a\0<a href=http://h/b>\0", r.text.size) == 0);
	hrefix_free(&r);
}

static void wrong(void) {
	hrefix_text none = {NULL, 0}, null = {NULL, 1}, huge = {"x", (size_t)PTRDIFF_MAX + 1};
	hrefix_text all[] = {null, huge};
	hrefix_result r;
	for (int i = 0; i < 2; i++) {
		CHECK(hrefix_rewrite(all[i], none, none, NULL, NULL, &r) == HREFIX_ERROR_ARGUMENT && has(r.text, "PTRDIFF_MAX"));
		hrefix_free(&r);
		CHECK(hrefix_links(none, all[i], none, &r) == HREFIX_ERROR_ARGUMENT);
		hrefix_free(&r);
		CHECK(hrefix_resolve(none, none, all[i], &r) == HREFIX_ERROR_ARGUMENT);
		hrefix_free(&r);
	}
	CHECK(hrefix_rewrite(none, none, none, NULL, NULL, NULL) == HREFIX_ERROR_ARGUMENT);
	static const char *const options[][2] = {
		{"[]", "not a JSON object"},
		{"{\"typ\":\"html\"}", "unknown option \"typ\""},
		{"{\"type\":\"pdf\"}", "pdf"},
		{"{\"max_growth\":-1}", "max_growth"},
		{"{\"dialect\":\"x\"}", "dialect"},
		{"{", "not valid JSON"},
	};
	for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
		CHECK(hrefix_links(none, none, hrefix_string(options[i][0]), &r) == HREFIX_ERROR_OPTIONS);
		CHECK(strncmp(r.text.data, "hrefix: ", 8) == 0 && has(r.text, options[i][1]));
		hrefix_free(&r);
	}
	CHECK(hrefix_rewrite(none, hrefix_string("a/b"), none, NULL, NULL, &r) == HREFIX_ERROR_OPTIONS && has(r.text, "a/b"));
	hrefix_free(&r);
}

static void links(void) {
	hrefix_result r;
	CHECK(hrefix_links(hrefix_string(page), hrefix_string("http://a.example/c"), hrefix_string("{\"type\":\"html\"}"), &r) == HREFIX_OK);
	CHECK(r.count == 6);
	const hrefix_link *l = &r.links[1];
	CHECK(is(l->element, "a") && is(l->attr, "href") && is(l->part, ""));
	CHECK(is(l->ref, "x?a=1&b=2") && is(l->target, "http://a.example/b/x?a=1&b=2"));
	CHECK(is(l->base, "http://a.example/b/") && is(l->from, "BASE element") && l->layer == HREFIX_EMBEDDED);
	CHECK(l->status == HREFIX_RESOLVED && is(l->reason, "") && is(l->text, ""));
	CHECK(l->offset == (uint64_t)(strstr(page, "x?a") - page) && l->message == 0);
	CHECK(r.links[2].status == HREFIX_LEFT && is(r.links[2].reason, "empty") && r.links[2].text.size > 5);
	CHECK(is(r.links[3].attr, "style") && r.links[4].status == HREFIX_ABSOLUTE);
	CHECK(r.links[0].layer == HREFIX_RETRIEVAL && is(r.links[5].ref, "z"));
	hrefix_free(&r);

	static const char mail[] = "From a Mon Jan  1 00:00:00 2024\nBase: http://h/d/\nContent-Type: text/html\n\n<a href=x>\n\n";
	CHECK(hrefix_links(hrefix_string(mail), hrefix_string(NULL), hrefix_string("{\"type\":\"mbox\"}"), &r) == HREFIX_OK);
	CHECK(r.count == 1 && r.links->message == 1 && r.links->layer == HREFIX_ENCAPSULATING);
	CHECK(is(r.links->target, "http://h/d/x") && is(r.links->part, "1"));
	hrefix_free(&r);
}

static void resolves(void) {
	hrefix_result r;
	CHECK(hrefix_resolve(hrefix_string("http://a/b/c/d;p?q"), hrefix_string("../g;x=1/./y"), hrefix_string(""), &r) == HREFIX_OK);
	CHECK(is(r.text, "http://a/b/g;x=1/./y"));
	hrefix_free(&r);
	CHECK(hrefix_resolve(hrefix_string("http://a/b"), hrefix_string("..\\g"), hrefix_string("{\"dialect\":\"whatwg\"}"), &r) == HREFIX_OK);
	CHECK(is(r.text, "http://a/g"));
	hrefix_free(&r);
}

/* The answers are the context of decide. */
struct answers {
	int decision, calls, nested;
	hrefix_text url;
};

static int decide(void *context, const hrefix_link *link, hrefix_text *url) {
	struct answers *a = context;
	a->calls++;
	CHECK(is(link->element, "a") && is(link->attr, "href") && link->offset > 0);
	CHECK(url->data == NULL && url->size == 0);
	if (a->nested) { /* the library may be called from a callback */
		struct answers inner = {HREFIX_KEEP, 0, 0, {NULL, 0}};
		hrefix_result r;
		CHECK(hrefix_rewrite(hrefix_string("<a href=i>"), hrefix_string("http://i/"), hrefix_string("{\"type\":\"html\"}"), decide, &inner, &r) == HREFIX_OK);
		CHECK(is(r.text, "<a href=i>") && inner.calls > 0);
		hrefix_free(&r);
	}
	*url = a->url;
	return a->decision;
}

static void decisions(void) {
	static const struct {
		int decision;
		const char *url, *want;
		int code;
	} all[] = {
		{HREFIX_DEFAULT, NULL, "<a href=http://h/x><a href='http://h/y'>", HREFIX_OK},
		{HREFIX_KEEP, NULL, "<a href=x><a href='y'>", HREFIX_OK},
		{HREFIX_REPLACE, "http://n/?a='&b", "<a href=http://n/?a=&#39;&amp;b><a href='http://n/?a=&#39;&amp;b'>", HREFIX_OK},
		{HREFIX_STOP, NULL, NULL, HREFIX_ERROR_STOPPED},
		{77, NULL, NULL, HREFIX_ERROR_STOPPED},
	};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		struct answers a = {all[i].decision, 0, i == 0, hrefix_string(all[i].url)};
		hrefix_result r;
		int code = hrefix_rewrite(hrefix_string("<a href=x><a href='y'>"), hrefix_string("http://h/"), hrefix_string("{\"type\":\"html\"}"), decide, &a, &r);
		if (all[i].want != NULL && !is(r.text, all[i].want))
			fprintf(stderr, "%s\n", r.text.data);
		CHECK(code == all[i].code);
		CHECK(all[i].want == NULL ? has(r.text, "stopped") && a.calls == 1 : is(r.text, all[i].want) && a.calls >= 2);
		hrefix_free(&r);
	}
	static const char *const bad[] = {"", " http://n/", "a\nb", "\xff"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct answers a = {HREFIX_REPLACE, 0, 0, hrefix_string(bad[i])};
		hrefix_result r;
		CHECK(hrefix_rewrite(hrefix_string("<a href=x>"), hrefix_string("http://h/"), hrefix_string("{\"type\":\"html\"}"), decide, &a, &r) == HREFIX_ERROR_ARGUMENT);
		CHECK(has(r.text, "not a URL") && has(r.text, "for the link \"x\"") && a.calls == 1);
		hrefix_free(&r);
	}
	struct answers null = {HREFIX_REPLACE, 0, 0, {NULL, 5}};
	hrefix_result r;
	CHECK(hrefix_rewrite(hrefix_string("<a href=x>"), hrefix_string("http://h/"), hrefix_string("{\"type\":\"html\"}"), decide, &null, &r) == HREFIX_ERROR_ARGUMENT);
	hrefix_free(&r);
}

int main(void) {
	int abi = -1;
	CHECK(strlen(hrefix_version(&abi)) > 0 && abi == HREFIX_ABI);
	CHECK(hrefix_version(NULL) == hrefix_version(&abi));
	rewrites();
	empties();
	nuls();
	wrong();
	links();
	resolves();
	decisions();
	return 0;
}
