"""The bench's side of a peer in Python: process.go has the protocol."""

import sys
import time


class Document:
    """A document: its bytes, and the pieces of it."""

    def __init__(self, name):
        with open(name, "rb") as f:
            self.data = f.read()
        with open(name + ".pieces") as f:
            spans = [map(int, line.split()) for line in f]
        self.pieces = [self.data[start:end] for start, end in spans]


def serve(version, work):
    """Serve work(piece, base), which returns how many links it changed, or how
    to count them."""
    base = sys.argv[1]
    documents = [Document(name) for name in sys.argv[2:]]
    print(version, flush=True)
    for line in sys.stdin:
        index, times = map(int, line.split())
        pieces = documents[index].pieces
        if times == 0:
            print(sum(work(piece, base)() for piece in pieces), flush=True)
            continue
        began = time.perf_counter_ns()
        for _ in range(times):
            for piece in pieces:
                work(piece, base)
        print(time.perf_counter_ns() - began, flush=True)
