/*
 * hrefix.h: makes the relative links of HTML documents and of mail absolute, by RFC 1808, and
 * changes no other byte. See README.md for the options and for how to build and link.
 *
 * Texts
 *   A hrefix_text is a pointer and a size in bytes. It needs no NUL at its end, and may contain
 *   NUL. Texts that are passed in are read only during the call. {NULL, 0} is the empty text.
 *
 * Results and ownership
 *   The functions that take a hrefix_result overwrite it, whatever was in it. Pass it to hrefix_free
 *   afterwards, whether the call succeeded or not. If a call fails, result->text is a message for
 *   people. A NUL follows result->text, which its size does not count. All pointers in a result are
 *   valid until hrefix_free.
 *
 * Threads
 *   All functions may be called from any number of threads at once. There is no global state that a
 *   program can change. A callback is called on the thread that made the call.
 *
 * The Go runtime
 *   The library contains the runtime of Go, which starts threads when the library is loaded.
 *   - After fork, the child does not have these threads. Without exec, each function that takes a
 *     result fails there with HREFIX_ERROR_FORKED. Load the library in the child instead.
 *   - The library cannot be unloaded: dlclose does nothing.
 *   - The runtime installs handlers for SIGSEGV, SIGBUS, SIGFPE, SIGPIPE and SIGURG. It passes on
 *     signals that are not its own to the handlers that were there before. A program that installs
 *     a handler later must set SA_ONSTACK, and must not ignore SIGSEGV, SIGBUS or SIGFPE. All other
 *     signals are left alone.
 *   - If Go cannot get memory, the process ends. The option max_document limits the documents.
 *   - A process cannot have two Go runtimes from static libraries. Shared libraries are fine.
 */
#ifndef HREFIX_H
#define HREFIX_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* HREFIX_ABI is the number of the binary interface, which is also that of the SONAME. It changes
 * if programs must be compiled again. */
#define HREFIX_ABI 0

#if defined(__GNUC__)
#define HREFIX_API __attribute__((visibility("default")))
#else
#define HREFIX_API
#endif

/* What the functions return. */
enum {
	HREFIX_OK = 0,
	HREFIX_ERROR_ARGUMENT = 1,   /* NULL where there must be a pointer, a size that is too large, or a
	                              * callback that answers with text that is not a URL */
	HREFIX_ERROR_OPTIONS = 2,    /* options that are wrong, or a base that cannot be one */
	HREFIX_ERROR_UNRESOLVED = 3, /* hrefix_resolve: the reference has no target */
	HREFIX_ERROR_STOPPED = 4,    /* a callback returned HREFIX_STOP, or no known decision */
	HREFIX_ERROR_MEMORY = 5,     /* no memory for the result */
	HREFIX_ERROR_FORKED = 6,     /* the process was forked after the library was loaded */
	HREFIX_ERROR_INTERNAL = 7    /* a bug in the library; the result has the details */
};

typedef struct hrefix_text {
	const char *data;
	size_t size;
} hrefix_text;

/* hrefix_string returns the text of a string that ends in a NUL, or an empty text for NULL. */
static inline hrefix_text hrefix_string(const char *s) {
	hrefix_text t;
	t.data = s;
	t.size = s ? strlen(s) : 0;
	return t;
}

/* What becomes of a link. */
enum {
	HREFIX_UNRESOLVED = 1, /* it stays relative: no base is known, or the rules make no URL of it */
	HREFIX_ABSOLUTE = 2,   /* it is absolute already */
	HREFIX_RESOLVED = 3,   /* it is replaced by its target */
	HREFIX_LEFT = 4,       /* it stays as it is, on purpose */
	HREFIX_RELATIVE = 5    /* it stays relative, as the mode wants it */
};

/* Where the base of a link is from: RFC 1808 section 3. */
enum {
	HREFIX_DEFAULT_LAYER = 0, /* no base is known */
	HREFIX_EMBEDDED = 1,      /* the document: BASE, xml:base */
	HREFIX_ENCAPSULATING = 2, /* a header field of the message or part around it */
	HREFIX_RETRIEVAL = 3      /* the base that was given, or the one that a saved page names */
};

/* A link: a URL, relative or absolute, in an attribute, in the content of an element, in a style
 * sheet or in a header field. */
typedef struct hrefix_link {
	hrefix_text part;    /* the number of the part of a message, as in IMAP, such as "2.1" */
	hrefix_text element; /* the name of the element; empty for a header field */
	hrefix_text attr;    /* the name of the attribute or field; empty for content */
	hrefix_text ref;     /* the reference as a reader sees it: decoded, without white space around it */
	hrefix_text target;  /* what it becomes if it is HREFIX_RESOLVED, and ref otherwise */
	hrefix_text base;    /* the URL that it is resolved against */
	hrefix_text from;    /* what gives the base, such as "BASE" */
	hrefix_text reason;  /* a code: why the link stays as it is */
	hrefix_text text;    /* the same in a sentence, which may change */
	uint64_t message;    /* the number of the message in a mailbox, from 1; 0 elsewhere */
	uint64_t offset;     /* where the link begins in the source, in bytes */
	int32_t status;      /* HREFIX_RESOLVED or another */
	int32_t layer;       /* HREFIX_EMBEDDED or another */
} hrefix_link;

typedef struct hrefix_result {
	hrefix_text text;         /* the new document, the target, or the message of an error;
	                           * for hrefix_links, memory that the texts of the links are in */
	const hrefix_link *links; /* of hrefix_links, in the order of the document */
	size_t count;             /* the number of links */
} hrefix_result;

/* What a callback decides. */
enum {
	HREFIX_DEFAULT = 0, /* the link becomes its target */
	HREFIX_KEEP = 1,    /* the link stays as it is */
	HREFIX_REPLACE = 2, /* the link becomes *url, written with the escapes of its place; *url must not be
	                     * empty, have spaces around it or control characters, and must be UTF-8 */
	HREFIX_STOP = 3     /* the call ends with HREFIX_ERROR_STOPPED */
};

/* A hrefix_decide is called once for each link that can be changed, in the order of the source, and
 * returns a decision. link is valid until it returns; what it sets *url to must be valid until the next call, or the end of hrefix_rewrite.
 * It may call the functions of this library. It must return: no longjmp, no C++ exception, no
 * pthread_exit. context is that of hrefix_rewrite. */
typedef int (*hrefix_decide)(void *context, const hrefix_link *link, hrefix_text *url);

/* hrefix_rewrite rewrites a document, a message or a mailbox. base is the absolute URL that it was
 * retrieved from, or empty. options is a JSON object, or empty. decide may be NULL. The content of
 * in never makes it fail: what cannot be understood stays as it is. */
HREFIX_API int hrefix_rewrite(hrefix_text in, hrefix_text base, hrefix_text options,
	hrefix_decide decide, void *context, hrefix_result *result);

/* hrefix_links lists the links of a document, a message or a mailbox, and changes nothing. */
HREFIX_API int hrefix_links(hrefix_text in, hrefix_text base, hrefix_text options, hrefix_result *result);

/* hrefix_resolve resolves a reference against a base, without a document. Of the options, only
 * dialect counts. */
HREFIX_API int hrefix_resolve(hrefix_text base, hrefix_text ref, hrefix_text options, hrefix_result *result);

/* hrefix_free frees a result and makes it empty. It does nothing for NULL and for an empty result. */
HREFIX_API void hrefix_free(hrefix_result *result);

/* hrefix_version returns the version of the library, and stores HREFIX_ABI as the library was
 * compiled with in *abi unless abi is NULL. The string is valid for ever. */
HREFIX_API const char *hrefix_version(int *abi);

#ifdef __cplusplus
}
#endif

#endif
