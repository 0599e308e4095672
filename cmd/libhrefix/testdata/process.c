/* process.c: what the library does to a process: signals, fork, dlclose. The library is loaded by its
 * path. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "test.h"

static int (*resolve)(hrefix_text, hrefix_text, hrefix_text, hrefix_result *);
static int (*rewrite)(hrefix_text, hrefix_text, hrefix_text, hrefix_decide, void *, hrefix_result *);
static void (*release)(hrefix_result *);
static const char *(*version)(int *);

/* find finds a function. POSIX has object pointers of functions. */
static void find(void *library, const char *name, void *function) {
	void *found = dlsym(library, name);
	CHECK(found != NULL);
	memcpy(function, &found, sizeof found);
}

static void load(const char *path) {
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (library == NULL)
		fprintf(stderr, "%s\n", dlerror());
	CHECK(library != NULL);
	find(library, "hrefix_resolve", &resolve);
	find(library, "hrefix_rewrite", &rewrite);
	find(library, "hrefix_free", &release);
	find(library, "hrefix_version", &version);
	CHECK(dlclose(library) == 0); /* which does nothing */
}

/* call calls the library, and returns its code. */
static int call(void) {
	hrefix_result r;
	int code = resolve(hrefix_string("http://a/b"), hrefix_string("c"), hrefix_string(NULL), &r);
	CHECK(code == HREFIX_OK ? is(r.text, "http://a/c") : r.text.size > 0);
	release(&r);
	return code;
}

static double seconds(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static volatile sig_atomic_t signals;
static void count(int number) { (void)number, signals++; }

/* handled stores which signals have a handler. */
static void handled(int have[65]) {
	for (int i = 1; i < 65; i++) {
		struct sigaction action;
		have[i] = sigaction(i, NULL, &action) == 0 && action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
	}
}

/* install installs count as a handler. */
static void install(int number, int flags) {
	struct sigaction action;
	memset(&action, 0, sizeof action);
	action.sa_handler = count;
	action.sa_flags = flags;
	CHECK(sigaction(number, &action, NULL) == 0);
}

/* waits waits for a child, and returns its status. It fails if the child takes too long. */
static int waits(pid_t child) {
	int status = 0;
	for (double end = seconds() + 60; seconds() < end; usleep(10000))
		if (waitpid(child, &status, WNOHANG) == child)
			return status;
	kill(child, SIGKILL);
	CHECK(!"the child did not end");
	return status;
}

/* child runs f in a child that has not loaded the library in its parent, or has. */
static int child(int (*f)(void)) {
	pid_t pid = fork();
	CHECK(pid >= 0);
	if (pid == 0)
		_exit(f());
	return waits(pid);
}

static const char *path;

static int loads_and_calls(void) {
	load(path);
	return call();
}

static int versions(void) { return strlen(version(NULL)) > 0 ? call() : 99; }

static int terminates(void) {
	raise(SIGTERM);
	return 1;
}

static int breaks_pipe(void) {
	int ends[2];
	CHECK(pipe(ends) == 0);
	close(ends[0]);
	return write(ends[1], "x", 1) == 1;
}

static int crashes(void) {
	*(volatile int *)(size_t)(getpid() > 0 ? 8 : 0) = 1;
	return 1;
}

static int interrupts;
static int interrupt(void *context, const hrefix_link *link, hrefix_text *url) {
	(void)context, (void)link, (void)url;
	CHECK(raise(SIGUSR2) == 0);
	interrupts++;
	return HREFIX_KEEP;
}

static void report_signals(const int before[65]) {
	int after[65];
	handled(after);
	printf("signals that the library handles:");
	for (int i = 1; i < 65; i++)
		if (after[i] && !before[i])
			printf(" SIG%s", sigabbrev_np(i) ? sigabbrev_np(i) : "?");
	printf("\n");
}

int main(int argc, char **argv) {
	CHECK(argc == 2);
	path = argv[1];
	int before[65];
	install(SIGUSR1, 0);
	handled(before);
	CHECK(child(loads_and_calls) == HREFIX_OK); /* each child loads the library anew */
	CHECK(child(loads_and_calls) == HREFIX_OK);
	double start = seconds();
	load(path);
	double loaded = seconds();
	CHECK(call() == HREFIX_OK);
	printf("dlopen: %.1f ms, first call: %.1f ms more\n", (loaded - start) * 1e3, (seconds() - loaded) * 1e3);
	report_signals(before);

	/* Handlers that were there before and that come later, on the stack of signals and not. */
	CHECK(raise(SIGUSR1) == 0 && signals == 1);
	install(SIGUSR2, SA_ONSTACK);
	CHECK(raise(SIGUSR2) == 0 && signals == 2);
	hrefix_result r;
	CHECK(rewrite(hrefix_string("<a href=x>"), hrefix_string("http://h/"), hrefix_string("{\"type\":\"html\"}"), interrupt, NULL, &r) == HREFIX_OK);
	release(&r);
	CHECK(interrupts > 0 && signals == 2 + interrupts);

	/* In a forked child the functions fail at once, and what they are asked for is reported. */
	int status = child(call);
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == HREFIX_ERROR_FORKED);
	status = child(versions);
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == HREFIX_ERROR_FORKED);
	CHECK(call() == HREFIX_OK);

	/* Signals that end a process still do. */
	status = child(terminates);
	CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
	status = child(breaks_pipe);
	CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE);
	status = child(crashes);
	CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
	load(path); /* again, after dlclose */
	CHECK(call() == HREFIX_OK);
	return 0;
}
