"""Builds a wheel that has libhrefix in it: for the platform, and for every Python 3."""

import os
import re
import shutil
import subprocess

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "sources")  # of hrefix, in a source distribution
if not os.path.exists(ROOT):
    ROOT = os.path.join(HERE, "..", "..", "..")
NAME = "libhrefix.so.0"


class WithLibrary(build_py):
    """Adds the library that HREFIX_LIBRARY names, or builds it."""

    def run(self):
        super().run()
        package = os.path.join(self.build_lib, "hrefix")
        built = os.environ.get("HREFIX_LIBRARY")
        if not built:
            if not shutil.which("go"):
                raise SystemExit("hrefix: no wheel fits this system, and to build the library needs Go (https://go.dev/dl) and a C compiler")
            prefix = os.path.abspath(os.path.join(self.build_lib, "..", "libhrefix"))
            subprocess.run([os.path.join(ROOT, ".ci", "libhrefix"), prefix], check=True, env={**os.environ, "DESTDIR": ""})
            built = os.path.join(prefix, "lib", NAME)
        shutil.copyfile(built, os.path.join(package, NAME))
        shutil.copy(os.path.join(ROOT, "LICENSE"), package)


class ForPlatform(bdist_wheel):
    """Names the oldest glibc that has what the library needs, as PEP 600 wants it. The library needs nothing else."""

    def get_tag(self):
        platform = super().get_tag()[2]
        library = os.path.join(self.get_finalized_command("build").build_lib, "hrefix", NAME)
        with open(library, "rb") as file:
            versions = re.findall(rb"\0GLIBC_2\.(\d+)", file.read())
        if versions and platform.startswith("linux_"):
            platform = platform.replace("linux", "manylinux_2_%d" % max(map(int, versions)), 1)
        return "py3", "none", platform


class WithBinary(Distribution):
    def has_ext_modules(self):
        return True


version = subprocess.run([os.path.join(ROOT, ".ci", "version"), "pypi"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
setup(version=version, distclass=WithBinary, cmdclass={"build_py": WithLibrary, "bdist_wheel": ForPlatform})
