"""Builds a wheel that has libhrefix in it: for the platform, and for every Python 3."""

import os
import re
import shutil
import subprocess

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..", "..")


def version():
    """Returns the tag of the commit, or a version that comes before all releases, with the commit."""
    def git(*args):
        return subprocess.run(["git", "-C", HERE, *args], capture_output=True, text=True).stdout.strip()

    tag = re.fullmatch(r"v(\d+\.\d+\.\d+)", git("describe", "--tags", "--exact-match", "--match", "v[0-9]*"))
    if tag:
        return tag[1]
    commit = git("rev-parse", "--short=12", "HEAD")
    return "0.dev0" + ("+g" + commit if commit else "")


class WithLibrary(build_py):
    """Adds the library that HREFIX_LIBRARY names, or builds it."""

    def run(self):
        super().run()
        name = "libhrefix.so.0"
        package = os.path.join(self.build_lib, "hrefix")
        built = os.environ.get("HREFIX_LIBRARY")
        if not built:
            prefix = os.path.abspath(os.path.join(self.build_lib, "..", "libhrefix"))
            subprocess.run([os.path.join(ROOT, ".ci", "libhrefix"), prefix], check=True, env={**os.environ, "DESTDIR": ""})
            built = os.path.join(prefix, "lib", name)
        shutil.copyfile(built, os.path.join(package, name))
        shutil.copy(os.path.join(ROOT, "LICENSE"), package)


class ForPlatform(bdist_wheel):
    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


class WithBinary(Distribution):
    def has_ext_modules(self):
        return True


setup(version=version(), distclass=WithBinary, cmdclass={"build_py": WithLibrary, "bdist_wheel": ForPlatform})
