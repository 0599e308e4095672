package main

import "os"

// endings are the signals that end a run. GOOS=js knows no others.
var endings = []os.Signal{os.Interrupt}
