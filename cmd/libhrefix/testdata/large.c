/* large.c: a document of more than 2 GiB, with links at its ends. Sizes beyond 31 and 32 bits must be right. */
#define _DEFAULT_SOURCE
#include <sys/mman.h>

#include "test.h"

int main(int argc, char **argv) {
	size_t size = (size_t)strtoull(argc > 1 ? argv[1] : "2200000000", NULL, 10);
	static const char link[] = "<p><a href=x>";
	char *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	CHECK(page != MAP_FAILED);
	memset(page, ' ', size);
	memcpy(page, link, sizeof link - 1);
	memcpy(page + size - (sizeof link - 1), link, sizeof link - 1);
	hrefix_text in = {page, size}, options = hrefix_string("{\"type\":\"html\"}"), base = hrefix_string("http://h/");
	hrefix_result r;
	CHECK(hrefix_rewrite(in, base, options, NULL, NULL, &r) == HREFIX_OK);
	CHECK(r.text.size == size + 18);
	CHECK(memcmp(r.text.data, "<p><a href=http://h/x>", 22) == 0);
	CHECK(memcmp(r.text.data + r.text.size - 22, "<p><a href=http://h/x>", 23) == 0);
	hrefix_free(&r);
	CHECK(hrefix_links(in, base, options, &r) == HREFIX_OK && r.count == 2);
	CHECK(r.links[1].offset == size - 2);
	hrefix_free(&r);
	printf("%.1f GiB\n", (double)size / (1 << 30));
	return 0;
}
