/* test.h: what the tests in C share. */
#ifndef TEST_H
#define TEST_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hrefix.h"

#define CHECK(condition)                                                           \
	do {                                                                           \
		if (!(condition)) {                                                        \
			fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
			exit(1);                                                               \
		}                                                                          \
	} while (0)

/* is reports whether a text is a string. */
static inline int is(hrefix_text t, const char *s) {
	return t.size == strlen(s) && (t.size == 0 || memcmp(t.data, s, t.size) == 0);
}

/* has reports whether a text, which a NUL follows, has a string in it. */
static inline int has(hrefix_text t, const char *s) { return t.data != NULL && strstr(t.data, s) != NULL; }

#endif
