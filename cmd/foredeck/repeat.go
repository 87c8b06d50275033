package main

import "time"

// repeat calls a function at once and then in the interval of --every, until it fails or the context ends, which is no error.
func (in *invocation) repeat(call func() error) error {
	ticker := time.NewTicker(get[time.Duration](in.options, "every"))
	defer ticker.Stop()
	for {
		err := call()
		switch {
		case in.ctx().Err() != nil:
			return nil // ctrl+c is how it ends
		case err != nil:
			return err
		}
		select {
		case <-ticker.C:
		case <-in.ctx().Done():
			return nil
		}
	}
}
