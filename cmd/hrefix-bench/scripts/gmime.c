/* Messages, with GMime: parsed, and written to nowhere. process.go has the protocol. */

#include <gmime/gmime.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct {
	char *data;
	GArray *spans; /* of gsize: start, end, start, end ... */
} Document;

static Document read_document(const char *name)
{
	Document d = { NULL, g_array_new(FALSE, FALSE, sizeof(gsize)) };
	gsize start, end;
	char *pieces = g_strconcat(name, ".pieces", NULL);
	FILE *f = fopen(pieces, "r");
	if (!f || !g_file_get_contents(name, &d.data, NULL, NULL)) {
		fprintf(stderr, "%s: cannot be read\n", name);
		exit(1);
	}
	while (fscanf(f, "%zu %zu", &start, &end) == 2) {
		g_array_append_val(d.spans, start);
		g_array_append_val(d.spans, end);
	}
	fclose(f);
	g_free(pieces);
	return d;
}

static void pass_message(char *data, gsize length, GMimeStream *nowhere)
{
	GByteArray *bytes = g_byte_array_new_take((guint8 *) data, length);
	GMimeStream *stream = g_mime_stream_mem_new_with_byte_array(bytes);
	GMimeParser *parser = g_mime_parser_new_with_stream(stream);
	GMimeMessage *message;

	g_mime_stream_mem_set_owner(GMIME_STREAM_MEM(stream), FALSE);
	g_mime_parser_set_persist_stream(parser, TRUE);
	message = g_mime_parser_construct_message(parser, NULL);
	if (message) {
		g_mime_object_write_to_stream(GMIME_OBJECT(message), NULL, nowhere);
		g_object_unref(message);
	}
	g_object_unref(parser);
	g_object_unref(stream);
	g_byte_array_free(bytes, FALSE); /* the data stays */
}

static void pass(const Document *d)
{
	GMimeStream *nowhere = g_mime_stream_null_new();
	for (guint i = 0; i + 1 < d->spans->len; i += 2) {
		gsize start = g_array_index(d->spans, gsize, i);
		gsize end = g_array_index(d->spans, gsize, i + 1);
		pass_message(d->data + start, end - start, nowhere);
	}
	g_object_unref(nowhere);
}

static long long now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

int main(int argc, char **argv)
{
	Document *documents = g_new(Document, argc);
	int index, times;
	g_mime_init();
	for (int i = 2; i < argc; i++)
		documents[i - 2] = read_document(argv[i]);
	printf("GMime %d.%d.%d\n", gmime_major_version, gmime_minor_version, gmime_micro_version);
	fflush(stdout);
	while (scanf("%d %d", &index, &times) == 2) {
		long long began = now();
		for (int i = 0; i < times; i++)
			pass(&documents[index]);
		printf("%lld\n", times ? now() - began : 0);
		fflush(stdout);
	}
	return 0;
}
