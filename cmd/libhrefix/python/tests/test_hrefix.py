"""Each function, with str and with bytes."""

import copy
import doctest
import gc
import inspect
import os
import pickle
import random
import re
import signal
import sys
import threading
import time
import unittest

import hrefix

PAGE = "<base href=/b/><a href='x?a=1&amp;b=2'>é\U0001f600</a><img src=\"\"><p style='background:url(y.png)'><a href=http://h/>h</a>"


class TestRewrite(unittest.TestCase):
    def test_types(self):
        want = PAGE.replace("'x?", "'http://h/b/x?").replace("y.png", "http://h/b/y.png").replace("=/b/", "=http://h/b/")
        got = hrefix.make_links_absolute(PAGE, "http://h/")
        self.assertEqual(got, want)
        self.assertIs(type(got), str)
        got = hrefix.make_links_absolute(PAGE.encode(), "http://h/")
        self.assertEqual(got, want.encode())
        self.assertIs(type(got), bytes)

    def test_no_base(self):
        self.assertEqual(hrefix.make_links_absolute("<a href=x>"), "<a href=x>")
        self.assertEqual(hrefix.make_links_absolute("<base href=http://h/><a href=x>"), "<base href=http://h/><a href=http://h/x>")

    def test_empty(self):
        for empty in ("", b""):
            self.assertEqual(hrefix.rewrite(empty, "http://h/"), empty)
            self.assertEqual(hrefix.links(empty, "http://h/"), [])
            self.assertEqual(list(hrefix.iterlinks(empty)), [])

    def test_options(self):
        self.assertEqual(hrefix.make_links_absolute("<base href=http://h/><a href=x>", drop_base=True), "<a href=http://h/x>")
        self.assertEqual(hrefix.make_links_absolute("<a href=#x>", "http://h/", keep_fragments=True), "<a href=#x>")
        self.assertEqual(hrefix.make_links_absolute("<a href=..\\x>", "http://h/a/b", dialect="whatwg"), "<a href=http://h/x>")
        self.assertEqual(hrefix.make_links_absolute("<img data-src=x>", "http://h/", also=["lazy"]), "<img data-src=http://h/x>")
        self.assertEqual(hrefix.rewrite("url(x)", "http://h/", type="css"), "url(http://h/x)")

    def test_messages(self):
        message = b"Base: http://h/\r\nContent-Type: text/html; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<a href=3Dx>=E9</a>\r\n"
        want = message.replace(b"=3Dx", b"=3Dhttp://h/x")
        self.assertEqual(hrefix.rewrite(message), want)
        self.assertEqual(hrefix.rewrite(message, type="message"), want)
        box = b"From a Mon Jan  1 00:00:00 2024\n" + message.replace(b"\r", b"") + b"\n"
        self.assertEqual(hrefix.rewrite(box * 3).count(b"http://h/x"), 3)
        self.assertEqual([(l.message, l.part, l.layer, l.source) for l in hrefix.links(box * 2)],
                         [(1, "1", "encapsulating", "Base of the message"), (2, "1", "encapsulating", "Base of the message")])

    def test_encodings(self):
        for encoding in ("iso-8859-1", "utf-16", "utf-8-sig", "windows-1251", "shift_jis"):
            page = "<meta charset=%s><a href=x>" % encoding
            want = page.replace("=x", "=http://h/x").encode(encoding)
            self.assertEqual(hrefix.make_links_absolute(page.encode(encoding), "http://h/"), want, encoding)

    def test_declared_encoding_of_str(self):
        # The text is decoded already, so that what it declares does not count.
        for declared in ("utf-16", "iso-2022-jp", "utf-7", "windows-1252"):
            page = "<meta charset=%s><a href='é/x'>" % declared
            self.assertEqual(hrefix.make_links_absolute(page, "http://h/"), page.replace("'é", "'http://h/é"))

    def test_surrogates(self):
        for odd in ("\ud800", "\udcff\udcfe", "\udcc3\udca9", "\ufeff", "\0", "\r\n\r", "\U0010ffff"):
            page = odd + "<a href='x" + odd + "'>" + odd + "<a href=y>"
            got = hrefix.make_links_absolute(page, "http://h/")
            self.assertTrue(got.startswith(odd) and got.endswith("<a href=http://h/y>"), ascii(got))
            self.assertEqual(got.replace("http://h/", ""), page)
            self.assertEqual(page[hrefix.links(page)[-1].offset:], "y>")

    def test_random_text(self):
        r = random.Random(1)
        parts = ["<a href=", "'x'", ">", "<base href=b/>", "é", "\ud812", "\udc80", "\0", "&amp;", "<style>a{b:url(", ")}", "</style>", "=", '"', "<svg>", "\U0001f600", "\ufeff"]
        for _ in range(2000):
            page = "".join(r.choice(parts) for _ in range(r.randrange(30)))
            got = hrefix.make_links_absolute(page, "http://h/")
            self.assertEqual(hrefix.make_links_absolute(got, "http://h/"), got)
            for link in hrefix.links(page, "http://h/"):
                self.assertLessEqual(link.offset, len(page))
            if "<base" not in page:  # which nobody is asked about
                self.assertEqual(hrefix.rewrite(page, "http://h/", decide=lambda link: hrefix.KEEP), page)

    def test_doctest(self):
        self.assertEqual(doctest.testmod(hrefix).failed, 0)
        self.assertGreater(doctest.testmod(hrefix).attempted, 0)


class TestReadme(unittest.TestCase):
    def test_signatures(self):
        with open(os.path.join(os.path.dirname(__file__), "..", "README.md"), encoding="utf-8") as f:
            rows = re.findall(r"^\| `(\w+)(\(.*?\))` \|", f.read(), re.MULTILINE)
        self.assertEqual(len(rows), 7)
        for name, parameters in rows:
            scope = {}
            exec("def shown%s: pass" % parameters, scope)
            real = inspect.signature(getattr(hrefix, name)).parameters
            for p in inspect.signature(scope["shown"]).parameters.values():
                self.assertEqual((p.kind, p.default), (real[p.name].kind, real[p.name].default), (name, p.name))


class TestLinks(unittest.TestCase):
    def test_all(self):
        for page in (PAGE, PAGE.encode()):
            found = hrefix.links(page, "http://h/", type="html")
            self.assertEqual([(l.element, l.attr, l.ref, l.status, l.layer) for l in found], [
                ("base", "href", "/b/", "resolved", "retrieval"), ("a", "href", "x?a=1&b=2", "resolved", "embedded"),
                ("img", "src", "", "left", "embedded"), ("p", "style", "y.png", "resolved", "embedded"),
                ("a", "href", "http://h/", "absolute", "embedded")])
            self.assertEqual(found[1].target, "http://h/b/x?a=1&b=2")
            self.assertEqual((found[1].base, found[1].source, found[1].part, found[1].message), ("http://h/b/", "BASE element", "", 0))
            self.assertEqual(found[2].reason, "empty")
            self.assertIn("empty", found[2].text)

    def test_iterlinks(self):
        page = "é<a href=' x '><style>@import 'é';</style><p style='background:url(a)'><img srcset='a 1x, b 2x'>"
        for source in (page, page.encode()):
            found = list(hrefix.iterlinks(source))
            self.assertEqual([f[:3] for f in found], [
                ("a", "href", "x"), ("style", None, "é"), ("p", "style", "a"), ("img", "srcset", "a"), ("img", "srcset", "b")])
            for _, _, link, pos in found:
                encoded = link if isinstance(source, str) else link.encode()
                self.assertEqual(source[pos:pos + len(encoded)], encoded)

    def test_odd_bytes(self):
        found = hrefix.links(b"<meta charset=utf-8><a href='\xff\xe9'>", "http://h/", type="html")
        self.assertEqual(found[0].ref.encode("utf-8", "surrogateescape"), b"\xff\xe9")
        found = hrefix.links(b"<meta charset=windows-1252><a href='\xff\xe9'>", "http://h/", type="html")
        self.assertEqual(found[0].ref, "\xff\xe9")

    def test_many(self):
        page = "".join("<a href=%d>é" % i for i in range(20000))
        found = hrefix.links(page, "http://h/")
        self.assertEqual([l.target for l in found], ["http://h/%d" % i for i in range(20000)])
        for link in found[::1000]:
            self.assertEqual(page[link.offset:].split(">")[0], link.ref)


class TestDecide(unittest.TestCase):
    def test_rewrite_links(self):
        page, want = "é<a href=x><img src='http://h/y'>", "é<a href=HTTP://H/X><img src='HTTP://H/Y'>"
        self.assertEqual(hrefix.rewrite_links(page, str.upper, base_href="http://h/"), want)
        self.assertEqual(hrefix.rewrite_links(page.encode(), str.upper, base_href="http://h/"), want.encode())
        self.assertEqual(hrefix.rewrite_links("<a href='x'>", lambda link: "a'b&\"", base_href="http://h/"), "<a href='a&#39;b&amp;\"'>")
        self.assertEqual(hrefix.rewrite_links("<a href='x'>", lambda link: link, base_href="http://h/"), "<a href='http://h/x'>")
        self.assertEqual(hrefix.rewrite_links("<a href='#x' id=x>", lambda link: link, base_href="http://h/"), "<a href='http://h/#x' id=x>")
        self.assertEqual(hrefix.rewrite_links("<a href='#x' id=x>", lambda link: "y", fragments="keep"), "<a href='#x' id=x>")
        self.assertEqual(hrefix.rewrite_links("<a href='x'>", lambda link: link), "<a href='x'>")

    def test_decide(self):
        seen = []

        def decide(link):
            seen.append(link)
            return {"a": None, "b": hrefix.KEEP, "c": "http://n/"}[link.ref]

        got = hrefix.rewrite("é<a href=a><a href=b><a href=c>", "http://h/", decide=decide)
        self.assertEqual(got, "é<a href=http://h/a><a href=b><a href=http://n/>")
        self.assertEqual({(l.ref, l.target, l.offset, l.element) for l in seen},
                         {("a", "http://h/a", 9, "a"), ("b", "http://h/b", 19, "a"), ("c", "http://h/c", 29, "a")})

    def test_exceptions(self):
        class Odd(BaseException):
            pass

        for error in (KeyError("x"), Odd(), KeyboardInterrupt()):
            calls = []

            def decide(link, error=error, calls=calls):
                calls.append(link)
                raise error

            with self.assertRaises(type(error)) as raised:
                hrefix.rewrite("<a href=x><a href=y>", "http://h/", decide=decide)
            self.assertIs(raised.exception, error)
            self.assertEqual(len(calls), 1)
        for wrong in (3, None, b"x"):
            with self.assertRaisesRegex(TypeError, "must return str|must be str"):
                hrefix.rewrite_links("<a href=x>", lambda link, wrong=wrong: wrong, base_href="http://h/")

    def test_signals(self):
        """A handler that raises as the function is called: the C code before takes longer than the timer."""
        class Late(Exception):
            pass

        def handler(*_):
            raise Late()

        asked = []
        page = "<b>x</b>" * 500_000 + "<a href=x>" * 3
        hook, former = sys.unraisablehook, signal.signal(signal.SIGALRM, handler)
        try:
            for decide in (lambda link: asked.append(link), lambda link: asked.append(link) or "http://n/"):
                for _ in range(5):
                    with self.assertRaises(Late):
                        signal.setitimer(signal.ITIMER_REAL, 0.001)
                        hrefix.rewrite(page, "http://h/", decide=decide)
                        time.sleep(10)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, former)
        self.assertEqual(asked, [])
        self.assertIs(sys.unraisablehook, hook)

    def test_keep(self):
        for keep in (copy.copy(hrefix.KEEP), copy.deepcopy(hrefix.KEEP), pickle.loads(pickle.dumps(hrefix.KEEP))):
            self.assertIs(keep, hrefix.KEEP)

    def test_not_urls(self):
        for wrong in ("", " http://n/", "http://n/\n", "a\tb", "\0", "\ud800", "\udcff"):
            for page in ("<a href=x>", b"<a href=x>"):
                with self.assertRaisesRegex(hrefix.URLError, 'not a URL.*for the link "http://h/x"|not a URL.*for the link "x"'):
                    hrefix.rewrite_links(page, lambda link: wrong, base_href="http://h/")

    def test_nested(self):
        inner = lambda link: hrefix.make_links_absolute("<a href=%s>" % link.ref, "http://inner/")[8:-1]
        self.assertEqual(hrefix.rewrite("<a href=x>", "http://h/", decide=inner), "<a href=http://inner/x>")

    def test_linear(self):
        page = "".join("é<a href=%d>" % i for i in range(20000))
        self.assertEqual(hrefix.rewrite(page, "http://h/", decide=lambda link: hrefix.KEEP), page)


class TestErrors(unittest.TestCase):
    def test_errors(self):
        for call, error, text in (
            (lambda: hrefix.rewrite("", nope=1), hrefix.OptionsError, 'unknown option "nope": known are allow_signed'),
            (lambda: hrefix.rewrite("", type="pdf"), hrefix.OptionsError, 'unknown type "pdf"'),
            (lambda: hrefix.rewrite("", type="warc"), hrefix.OptionsError, 'unknown type "warc"'),
            (lambda: hrefix.rewrite("", also="lazy"), hrefix.OptionsError, "also"),
            (lambda: hrefix.rewrite("", also={1}), hrefix.OptionsError, "JSON"),
            (lambda: hrefix.rewrite("", "a/b"), hrefix.OptionsError, "a/b"),
            (lambda: hrefix.rewrite("", "http://h/\ud800"), ValueError, "surrogates"),
            (lambda: hrefix.rewrite("", b"http://h/"), TypeError, "a base must be str"),
            (lambda: hrefix.rewrite(3), TypeError, "must be str or bytes, not int"),
            (lambda: hrefix.rewrite(None), TypeError, "NoneType"),
            (lambda: list(hrefix.iterlinks(3)), TypeError, "not int"),
            (lambda: hrefix.rewrite("", charset="utf-16le"), hrefix.OptionsError, "decoded already"),
            (lambda: hrefix.rewrite(b"", charset="klingon"), hrefix.OptionsError, "klingon"),
            (lambda: hrefix.rewrite("", moves=[("a", "b")]), hrefix.OptionsError, "give a list of moves"),
            (lambda: hrefix.resolve(b"http://h/", "y"), TypeError, "a base must be str, not bytes"),
            (lambda: hrefix.resolve(None, "y"), TypeError, "a base must be str, not NoneType"),
            (lambda: hrefix.resolve("http://h/", b"y"), TypeError, "a reference must be str, not bytes"),
            (lambda: hrefix.resolve("x", "y"), hrefix.UnresolvedError, 'no target: .*: base "x": relative: give an absolute URL'),
            (lambda: hrefix.resolve("", "y"), hrefix.UnresolvedError, "the rules for resolution make no URL of the reference$"),
            (lambda: hrefix.resolve("http://h/", "y", "rfc1"), hrefix.OptionsError, "dialect"),
        ):
            with self.assertRaisesRegex(error, text):
                call()
        self.assertTrue(issubclass(hrefix.OptionsError, ValueError) and issubclass(hrefix.OptionsError, hrefix.Error))

    def test_types(self):
        # Each type of the library takes bytes, and either takes str or refuses it.
        with self.assertRaises(hrefix.OptionsError) as raised:
            hrefix.rewrite(b"", type="pdf")
        known = str(raised.exception).split("known are ")[1].split(", ")
        self.assertEqual(sorted(known), sorted(["auto", "html", "xml", "css", "json", "ndjson", *hrefix._BINARY]))
        for name in known:
            self.assertEqual(hrefix.rewrite(b"", type=name), b"")
            if name in hrefix._BINARY:
                with self.assertRaisesRegex(TypeError, "must be bytes"):
                    hrefix.rewrite("", type=name)
            else:
                self.assertEqual(hrefix.rewrite("", type=name), "")

    def test_resolve(self):
        self.assertEqual(hrefix.resolve("http://a/b/c/d;p?q", "../g?y"), "http://a/b/g?y")
        self.assertEqual(hrefix.resolve("http://a/b/c", "..\\é", "whatwg"), "http://a/%C3%A9")

    def test_version(self):
        self.assertTrue(hrefix.version())


class TestThreads(unittest.TestCase):
    def test_threads(self):
        failed = []

        def work(n):
            try:
                for i in range(200):
                    base = "http://h%d/%d/" % (n, i)
                    if hrefix.make_links_absolute("<a href=x>", base) != "<a href=%sx>" % base:
                        failed.append((n, i))
                    if hrefix.rewrite_links("<a href=x>", lambda link: "http://%d/" % n, base_href=base) != "<a href=http://%d/>" % n:
                        failed.append((n, i, "callback"))
            except Exception as e:
                failed.append(e)

        threads = [threading.Thread(target=work, args=(n,)) for n in range(16)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(failed, [])

    def test_memory(self):
        def resident():
            gc.collect()
            with open("/proc/self/statm") as f:
                return int(f.read().split()[1]) * 4096

        page = "<p><a href='../x'>text</a>" * 200

        def calls(n):
            for i in range(n):
                hrefix.make_links_absolute(page, "http://h/%d/" % i)
                hrefix.links(page, "http://h/")
                hrefix.rewrite_links("<a href=x>", lambda link: link + "?", base_href="http://h/")

        calls(500)
        before = resident()
        calls(3000)
        self.assertLess(resident(), before + (16 << 20))


if __name__ == "__main__":
    unittest.main()
