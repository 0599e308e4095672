/* test.h: what the tests in C and the fuzzer share. */
#ifndef TEST_H
#define TEST_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hrefix.h"

/* CHECK aborts the program if a condition is not true. */
#define CHECK(condition)                                                              \
	do {                                                                              \
		if (!(condition)) {                                                           \
			fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
			abort();                                                                  \
		}                                                                             \
	} while (0)

/* is reports whether a text is a string. */
static inline int is(hrefix_text t, const char *s) {
	return t.size == strlen(s) && (t.size == 0 || memcmp(t.data, s, t.size) == 0);
}

/* has reports whether a text, which a NUL follows, has a string in it. */
static inline int has(hrefix_text t, const char *s) { return t.data != NULL && strstr(t.data, s) != NULL; }

#endif
