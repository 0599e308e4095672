/* fuzz.c: a target for libFuzzer that calls all functions. Each text is in memory of exactly its size, once
 * from malloc, where AddressSanitizer finds reads around it, and once at the end of a page before one that
 * cannot be read, where the processor finds those of assembly.
 *
 * With BEYOND=1, each source is given as one byte longer than it is. That must be found: it shows that reads
 * around a text are. */
#define _DEFAULT_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hrefix.h"
#include "testdata/test.h"

#ifndef BEYOND
#define BEYOND 0
#endif

/* What the bytes of an input decide. */
struct input {
	const unsigned char *data;
	size_t size;
};

static unsigned next(struct input *in) {
	if (in->size == 0)
		return 0;
	in->size--;
	return *in->data++;
}

/* cut takes a text from an input, to its next 0xff, at most max bytes. */
static hrefix_text cut(struct input *in, size_t max) {
	hrefix_text t = {(const char *)in->data, 0};
	while (t.size < in->size && t.size < max && in->data[t.size] != 0xff)
		t.size++;
	in->data += t.size;
	in->size -= t.size;
	next(in);
	return t;
}

/* Memory for a text, whose last byte is before a page that cannot be read. */
enum { GUARDED = 1 << 20 };
static char *guarded;

static hrefix_text at_guard(hrefix_text t) {
	hrefix_text copy = {guarded + GUARDED - t.size, t.size};
	CHECK(t.size <= GUARDED);
	if (t.size > 0)
		memcpy((char *)copy.data, t.data, t.size);
	return copy;
}

/* exact returns a copy from malloc, or NULL for some empty texts. */
static hrefix_text exact(hrefix_text t, unsigned how) {
	hrefix_text copy = {NULL, t.size};
	if (t.size == 0 && how % 2)
		return copy;
	copy.data = malloc(t.size);
	if (t.size > 0)
		memcpy((char *)copy.data, t.data, t.size);
	return copy;
}

/* touch reads a text, so that AddressSanitizer checks all of it. */
static unsigned touch(hrefix_text t) {
	unsigned sum = 0;
	for (size_t i = 0; i < t.size; i++)
		sum += (unsigned char)t.data[i];
	return sum;
}

static unsigned touch_link(const hrefix_link *l) {
	CHECK(l->status >= HREFIX_UNRESOLVED && l->status <= HREFIX_RELATIVE);
	CHECK(l->layer >= HREFIX_DEFAULT_LAYER && l->layer <= HREFIX_RETRIEVAL);
	return touch(l->part) + touch(l->element) + touch(l->attr) + touch(l->ref) + touch(l->target) +
		   touch(l->base) + touch(l->from) + touch(l->reason) + touch(l->text);
}

/* The answers of a callback. */
struct answers {
	struct input in;
	char *url; /* freed after the next call */
	int nested;
	int stopped, wrong;
};

static int decide(void *context, const hrefix_link *link, hrefix_text *url) {
	struct answers *a = context;
	CHECK(!a->stopped && !a->wrong);
	unsigned sum = touch_link(link);
	free(a->url);
	a->url = NULL;
	if (a->nested++ == 3) {
		hrefix_result r;
		hrefix_links(link->target, link->base, hrefix_string(NULL), &r);
		hrefix_free(&r);
	}
	/* The answer depends on the link only: so that a fault can be repeated. */
	unsigned how = sum % 16;
	if (how < 4)
		return HREFIX_DEFAULT;
	if (how < 7)
		return HREFIX_KEEP;
	if (how == 7 && sum % 64 == 7) {
		a->stopped = 1;
		return (int)(sum % 256);
	}
	struct input in = a->in;
	if (in.size > 0) {
		in.data += sum % in.size;
		in.size -= sum % in.size;
	}
	hrefix_text t = exact(cut(&in, 64), sum);
	a->url = (char *)t.data;
	*url = t;
	a->wrong = t.size == 0; /* others may be, too */
	return HREFIX_REPLACE;
}

/* check checks what holds for every result. */
static void check(int code, hrefix_result *r) {
	CHECK(code == HREFIX_OK || code == HREFIX_ERROR_OPTIONS || code == HREFIX_ERROR_UNRESOLVED || code == HREFIX_ERROR_STOPPED);
	CHECK(r->text.data != NULL && r->text.data[r->text.size] == 0);
	touch(r->text);
	CHECK(code == HREFIX_OK || (r->text.size > 8 && memcmp(r->text.data, "hrefix: ", 8) == 0 && r->count == 0));
}

static const char *const types[] = {NULL, "html", "xml", "css", "json", "ndjson", "message", "mbox", "emlx", "auto"};

/* options writes valid options, or those of the input. */
static hrefix_text options(struct input *in, char *to, size_t room) {
	unsigned how = next(in), flags = next(in);
	if (how >= 240)
		return cut(in, 64);
	const char *type = types[how % (sizeof types / sizeof *types)];
	static const char *const dialects[] = {"rfc1808", "rfc3986", "whatwg"};
	int n = snprintf(to, room, "{\"dialect\":\"%s\",\"keep_fragments\":%s,\"drop_base\":%s,\"mode\":\"%s\",\"allow_signed\":%s,\"also\":[%s]%s%s%s}",
		dialects[how / 10 % 3], flags & 1 ? "true" : "false", flags & 2 ? "true" : "false", flags & 4 ? "pin" : "absolute",
		flags & 8 ? "true" : "false", flags & 16 ? "\"lazy\",\"social\",\"jsonld\",\"conditional\"" : "",
		type ? ",\"type\":\"" : "", type ? type : "", type ? "\"" : "");
	CHECK(n > 0 && (size_t)n < room);
	hrefix_text t = {to, (size_t)n};
	return t;
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv) {
	(void)argc, (void)argv;
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	guarded = mmap(NULL, GUARDED + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	CHECK(guarded != MAP_FAILED && mprotect(guarded + GUARDED, page, PROT_NONE) == 0);
	return 0;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
	struct input in = {data, size};
	char room[512];
	unsigned how = next(&in);
	hrefix_text opts = exact(options(&in, room, sizeof room), how);
	hrefix_text base = exact(cut(&in, 200), how >> 1);
	hrefix_text rest = {(const char *)in.data, in.size};
	hrefix_text source = how & 1 ? at_guard(rest) : exact(rest, how >> 2);
	source.size += BEYOND;
	hrefix_result r, plain;

	int code = hrefix_rewrite(source, base, opts, NULL, NULL, &plain);
	check(code, &plain);
	if (code == HREFIX_OK) { /* a second call gives the same */
		CHECK(hrefix_rewrite(source, base, opts, NULL, NULL, &r) == HREFIX_OK);
		CHECK(r.text.size == plain.text.size && memcmp(r.text.data, plain.text.data, r.text.size) == 0);
		hrefix_free(&r);
	}
	hrefix_free(&plain);

	struct answers a = {in, NULL, 0, 0, 0};
	code = hrefix_rewrite(source, base, opts, decide, &a, &r);
	CHECK(code == HREFIX_ERROR_STOPPED || !a.stopped);
	CHECK(code == HREFIX_ERROR_ARGUMENT || !a.wrong);
	check(code == HREFIX_ERROR_ARGUMENT ? HREFIX_ERROR_STOPPED : code, &r);
	hrefix_free(&r);
	free(a.url);

	code = hrefix_links(source, base, opts, &r);
	check(code, &r);
	for (size_t i = 0; i < r.count; i++) {
		touch_link(&r.links[i]);
		CHECK(r.links[i].offset <= source.size);
	}
	hrefix_free(&r);

	check(hrefix_resolve(base, source, opts, &r), &r);
	hrefix_free(&r);
	if (!(how & 1))
		free((void *)source.data);
	free((void *)base.data);
	free((void *)opts.data);
	return 0;
}
