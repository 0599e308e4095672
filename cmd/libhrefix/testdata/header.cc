// header.cc: the header in C++, and the library called from it.
#include <string>

#include "hrefix.h"

static_assert(sizeof(hrefix_link) == 9 * sizeof(hrefix_text) + 24, "the layout is part of the binary interface");

static int decide(void *context, const hrefix_link *link, hrefix_text *url) {
	std::string &to = *static_cast<std::string *>(context);
	to = "http://n/?" + std::string(link->target.data, link->target.size);
	*url = hrefix_text{to.data(), to.size()};
	return HREFIX_REPLACE;
}

int main() {
	std::string page = "<a href='x'>", to;
	hrefix_result r;
	int code = hrefix_rewrite({page.data(), page.size()}, hrefix_string("http://h/"), hrefix_string("{\"type\":\"html\"}"), decide, &to, &r);
	bool right = code == HREFIX_OK && std::string(r.text.data, r.text.size) == "<a href='http://n/?http://h/x'>";
	hrefix_free(&r);
	return right ? 0 : 1;
}
