package main

import "os"

// endings are the signals that end a run. No others are known there.
var endings = []os.Signal{os.Interrupt}
