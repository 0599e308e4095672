/* threads.c: 16 threads call all functions at once, each with its own source, and compare what they get.
 * Half of them have small stacks. */
#define _POSIX_C_SOURCE 200809L
#include <limits.h>
#include <pthread.h>

#include "test.h"

enum { THREADS = 16 };
static int rounds;

struct context {
	int calls;
	char url[64];
	pthread_t caller;
};

static int decide(void *context, const hrefix_link *link, hrefix_text *url) {
	struct context *c = context;
	(void)link;
	CHECK(pthread_equal(c->caller, pthread_self())); /* on the thread of the call */
	c->calls++;
	*url = hrefix_string(c->url);
	return HREFIX_REPLACE;
}

static void *work(void *argument) {
	int id = *(int *)argument;
	char page[200], base[64], want[300];
	snprintf(page, sizeof page, "<p><a href=x%d>%d</a><img src='y%d.png'>", id, id, id);
	hrefix_text options = hrefix_string("{\"type\":\"html\"}");
	for (int i = 0; i < rounds; i++) {
		hrefix_result r;
		snprintf(base, sizeof base, "http://h%d.example/%d/", id, i % 20);
		snprintf(want, sizeof want, "<p><a href=%sx%d>%d</a><img src='%sy%d.png'>", base, id, id, base, id);
		CHECK(hrefix_rewrite(hrefix_string(page), hrefix_string(base), options, NULL, NULL, &r) == HREFIX_OK);
		CHECK(is(r.text, want));
		hrefix_free(&r);

		CHECK(hrefix_links(hrefix_string(page), hrefix_string(base), options, &r) == HREFIX_OK);
		CHECK(r.count == 2 && is(r.links[0].base, base) && is(r.links[1].element, "img"));
		hrefix_free(&r);

		struct context c = {0, "", pthread_self()};
		snprintf(c.url, sizeof c.url, "http://replaced/%d/%d", id, i);
		snprintf(want, sizeof want, "<p><a href=%s>%d</a><img src='%s'>", c.url, id, c.url);
		CHECK(hrefix_rewrite(hrefix_string(page), hrefix_string(base), options, decide, &c, &r) == HREFIX_OK);
		CHECK(is(r.text, want) && c.calls >= 2);
		hrefix_free(&r);

		CHECK(hrefix_resolve(hrefix_string(base), hrefix_string("../z"), hrefix_string(NULL), &r) == HREFIX_OK);
		snprintf(want, sizeof want, "http://h%d.example/z", id);
		CHECK(is(r.text, want));
		hrefix_free(&r);
	}
	return NULL;
}

int main(int argc, char **argv) {
	pthread_t threads[THREADS];
	int ids[THREADS];
	rounds = argc > 1 ? atoi(argv[1]) : 100;
	for (int i = 0; i < THREADS; i++) {
		pthread_attr_t attr;
		ids[i] = i;
		pthread_attr_init(&attr);
		if (i % 2)
			CHECK(pthread_attr_setstacksize(&attr, 128 << 10) == 0);
		CHECK(pthread_create(&threads[i], &attr, work, &ids[i]) == 0);
		pthread_attr_destroy(&attr);
	}
	for (int i = 0; i < THREADS; i++)
		CHECK(pthread_join(threads[i], NULL) == 0);
	printf("%d calls on %d threads\n", 4 * rounds * THREADS, THREADS);
	return 0;
}
