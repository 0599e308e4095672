/* call.h: what the functions in C and those in Go have in common. */
#ifndef HREFIX_CALL_H
#define HREFIX_CALL_H

#include "hrefix.h"

/* A hrefix_call has the arguments of a function. Go gets only a pointer to it, so that no pointer to
 * memory of Go is passed to C. */
typedef struct hrefix_call {
	hrefix_text in, base, options;
	hrefix_decide decide;
	void *context;
	hrefix_result *result;
	hrefix_link link; /* the argument of decide */
	hrefix_text url;  /* what decide answers */
} hrefix_call;

/* hrefix_ask calls the callback. */
int hrefix_ask(hrefix_call *call);

/* hrefix_resize is realloc. C.malloc of cgo ends the process if it has no memory. */
void *hrefix_resize(void *memory, size_t size);

#endif
