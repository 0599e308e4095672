package main

import "os"

// endings are the signals that end a run. GOOS=js has no other signals.
var endings = []os.Signal{os.Interrupt}
