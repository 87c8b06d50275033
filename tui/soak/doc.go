// Package soak has only tests. They run the whole deck, from the transport to the frames, for days of simulated time and for an hour
// against a localnet process, through outages and chain changes, and check that nothing is lost, repeated or leaked.
//
//	go test ./tui/soak                                              # three simulated hours
//	go test ./tui/soak -run Simulated -timeout 0 -hours 72 -seed 7  # three days with another schedule
//	go test ./tui/soak -run Process -timeout 0 -real 1h             # against a process; FOREDECK_BIN names the program
package soak
