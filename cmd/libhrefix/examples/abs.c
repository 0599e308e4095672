/* abs.c: makes the links of a page or message absolute, from stdin to stdout, and prints on stderr the
 * links that stay relative. Compile it with
 *
 *     cc -std=c99 -o abs abs.c $(pkg-config --cflags --libs hrefix)
 */
#include <stdio.h>
#include <stdlib.h>

#include "hrefix.h"

/* read_all reads a file to its end. */
static hrefix_text read_all(FILE *f) {
	char *data = NULL;
	size_t size = 0, room = 0;
	for (;;) {
		if (size == room) {
			room = room ? 2 * room : 65536;
			data = realloc(data, room);
			if (data == NULL) {
				perror("abs");
				exit(2);
			}
		}
		size_t n = fread(data + size, 1, room - size, f);
		if (n == 0)
			break;
		size += n;
	}
	hrefix_text t = {data, size};
	return t;
}

/* print_relative prints the links that stay relative, with the reason. */
static void print_relative(hrefix_text in, hrefix_text base, hrefix_text options) {
	hrefix_result list;
	if (hrefix_links(in, base, options, &list) == HREFIX_OK) {
		for (size_t i = 0; i < list.count; i++) {
			const hrefix_link *l = &list.links[i];
			if (l->status == HREFIX_UNRESOLVED || l->status == HREFIX_LEFT)
				fprintf(stderr, "abs: byte %llu: %.*s: %.*s\n", (unsigned long long)l->offset,
					(int)l->ref.size, l->ref.data, (int)l->text.size, l->text.data);
		}
	}
	hrefix_free(&list);
}

int main(int argc, char **argv) {
	if (argc > 3) {
		fprintf(stderr, "usage: abs [BASE [OPTIONS]] <page.html\n");
		return 2;
	}
	hrefix_text base = hrefix_string(argc > 1 ? argv[1] : NULL);
	hrefix_text options = hrefix_string(argc > 2 ? argv[2] : NULL);
	hrefix_text in = read_all(stdin);
	hrefix_result out;
	int failed = hrefix_rewrite(in, base, options, NULL, NULL, &out);
	if (failed)
		fprintf(stderr, "%s\n", out.text.data ? out.text.data : "abs: no memory");
	else if (fwrite(out.text.data, 1, out.text.size, stdout) != out.text.size || fflush(stdout) != 0) {
		perror("abs");
		failed = 1;
	} else
		print_relative(in, base, options);
	hrefix_free(&out);
	free((void *)in.data);
	return failed ? 2 : 0;
}
