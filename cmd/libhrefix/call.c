/* call.c: the functions of hrefix.h. They check their arguments, and call Go. */
#include <stdlib.h>
#ifndef _WIN32
#include <pthread.h>
#endif

#include "_cgo_export.h"
#include "call.h"

static volatile int forked;

#ifndef _WIN32
static void in_child(void) { forked = 1; }

__attribute__((constructor)) static void watch_forks(void) { (void)pthread_atfork(NULL, NULL, in_child); }
#endif

/* fail stores a message in a result, and returns the code. It does not need Go. */
static int fail(hrefix_result *result, int code, const char *message) {
	size_t size = strlen(message);
	char *copy = malloc(size + 1);
	if (copy == NULL)
		return HREFIX_ERROR_MEMORY;
	memcpy(copy, message, size + 1);
	result->text.data = copy;
	result->text.size = size;
	return code;
}

static int is_wrong(hrefix_text t) { return (t.data == NULL && t.size > 0) || t.size > PTRDIFF_MAX; }

/* run calls the function of Go, or fails if the arguments are wrong or the process was forked. */
static int run(int (*function)(hrefix_call *), hrefix_call *call) {
	if (call->result == NULL)
		return HREFIX_ERROR_ARGUMENT;
	memset(call->result, 0, sizeof *call->result);
	if (forked)
		return fail(call->result, HREFIX_ERROR_FORKED,
			"hrefix: the process was forked after the library was loaded: load it after fork, or use exec");
	if (is_wrong(call->in) || is_wrong(call->base) || is_wrong(call->options))
		return fail(call->result, HREFIX_ERROR_ARGUMENT, "hrefix: a text is NULL or larger than PTRDIFF_MAX");
	return function(call);
}

int hrefix_rewrite(hrefix_text in, hrefix_text base, hrefix_text options,
	hrefix_decide decide, void *context, hrefix_result *result) {
	hrefix_call call = {in, base, options, decide, context, result, {{0}}, {0}};
	return run(hrefixGoRewrite, &call);
}

int hrefix_links(hrefix_text in, hrefix_text base, hrefix_text options, hrefix_result *result) {
	hrefix_call call = {in, base, options, NULL, NULL, result, {{0}}, {0}};
	return run(hrefixGoLinks, &call);
}

int hrefix_resolve(hrefix_text base, hrefix_text ref, hrefix_text options, hrefix_result *result) {
	hrefix_call call = {ref, base, options, NULL, NULL, result, {{0}}, {0}};
	return run(hrefixGoResolve, &call);
}

void hrefix_free(hrefix_result *result) {
	if (result == NULL)
		return;
	free((void *)result->links);
	free((void *)result->text.data);
	memset(result, 0, sizeof *result);
}

int hrefix_ask(hrefix_call *call) {
	call->url.data = NULL;
	call->url.size = 0;
	int decision = call->decide(call->context, &call->link, &call->url);
	if (is_wrong(call->url)) { /* Go refuses the empty text */
		call->url.data = NULL;
		call->url.size = 0;
	}
	return decision;
}

const char *hrefix_version(int *abi) {
	static const char *volatile version;
	if (abi != NULL)
		*abi = HREFIX_ABI;
	if (version == NULL && !forked)
		version = hrefixGoVersion(); /* always the same pointer */
	return version != NULL ? version : "(unknown)";
}

void *hrefix_resize(void *memory, size_t size) { return realloc(memory, size); }
