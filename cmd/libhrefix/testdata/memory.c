/* memory.c: the resident memory of the process after many calls is that after a few. If there is no memory for
 * a result, that is an error. */
#define _POSIX_C_SOURCE 200809L
#include <sys/resource.h>
#include <unistd.h>

#include "test.h"

/* kilobytes returns the virtual and the resident memory in KiB. */
static long kilobytes(long *virtual) {
	long pages = 0, all = 0, page = sysconf(_SC_PAGESIZE) / 1024;
	FILE *f = fopen("/proc/self/statm", "r");
	CHECK(f != NULL && fscanf(f, "%ld %ld", &all, &pages) == 2);
	fclose(f);
	if (virtual != NULL)
		*virtual = all * page;
	return pages * page;
}

/* exhaust calls the library with a source that is larger than the memory that is left. */
static void exhaust(void) {
	enum { SIZE = 64 << 20 };
	char *page = malloc(SIZE);
	CHECK(page != NULL);
	memset(page, 'x', SIZE);
	hrefix_text in = {page, SIZE}, options = hrefix_string("{\"type\":\"html\"}");
	hrefix_result r;
	CHECK(hrefix_rewrite(in, hrefix_string("http://h/"), options, NULL, NULL, &r) == HREFIX_OK && r.text.size == SIZE);
	hrefix_free(&r);
	long all;
	kilobytes(&all);
	struct rlimit limit, old;
	CHECK(getrlimit(RLIMIT_AS, &old) == 0);
	limit = old;
	limit.rlim_cur = (rlim_t)all * 1024 + SIZE / 2;
	CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
	CHECK(hrefix_rewrite(in, hrefix_string("http://h/"), options, NULL, NULL, &r) == HREFIX_ERROR_MEMORY);
	CHECK(has(r.text, "no memory"));
	hrefix_free(&r);
	CHECK(setrlimit(RLIMIT_AS, &old) == 0);
	CHECK(hrefix_rewrite(in, hrefix_string("http://h/"), options, NULL, NULL, &r) == HREFIX_OK);
	hrefix_free(&r);
	free(page);
}

static int keep(void *context, const hrefix_link *link, hrefix_text *url) {
	(void)context, (void)link, (void)url;
	return HREFIX_KEEP;
}

static void calls(int n, hrefix_text page, hrefix_text options) {
	char base[64];
	for (int i = 0; i < n; i++) {
		hrefix_result r;
		hrefix_text in = {page.data, page.size - (size_t)(i % 50)};
		snprintf(base, sizeof base, "http://h/%d/", i); /* a Rewriter of its own */
		switch (i % 4) {
		case 0:
			CHECK(hrefix_rewrite(in, hrefix_string(base), options, NULL, NULL, &r) == HREFIX_OK);
			break;
		case 1:
			CHECK(hrefix_links(in, hrefix_string(base), options, &r) == HREFIX_OK && r.count > 90);
			break;
		case 2:
			CHECK(hrefix_rewrite(in, hrefix_string(base), options, keep, NULL, &r) == HREFIX_OK);
			break;
		default:
			CHECK(hrefix_links(in, hrefix_string(base), hrefix_string("{\"x\":1}"), &r) == HREFIX_ERROR_OPTIONS);
		}
		hrefix_free(&r);
	}
}

int main(int argc, char **argv) {
	int n = argc > 1 ? atoi(argv[1]) : 100000;
	char page[6000];
	size_t size = 0;
	for (int i = 0; i < 100; i++)
		size += (size_t)snprintf(page + size, sizeof page - size, "<p>%d<a href='../page-%d.html'>some text</a>\n", i, i);
	hrefix_text in = {page, size}, options = hrefix_string("{\"type\":\"html\"}");
	calls(n / 10, in, options);
	long before = kilobytes(NULL);
	calls(n, in, options);
	long after = kilobytes(NULL);
	printf("resident memory: %ld KiB after %d calls, %ld KiB after %d more\n", before, n / 10, after, n);
	/* The heap grows and shrinks by some MiB from one garbage collection to the next, more on a busy machine. */
	CHECK(after < before + before / 4 + 16384);
	exhaust();
	return 0;
}
