package sshd

import (
	"fmt"

	"foredeck/tui/terminal"
)

// The cells of all windows, of those of one address, and of those of one key. A deck needs some 300 bytes for each cell.
const (
	maxCells        = 16 * maxWidth * maxHeight // 700 MB
	maxAddressCells = maxCells / 2
	maxKeyCells     = maxCells / 4

	// The largest window that needs no room below these limits.
	smallWidth  = 80
	smallHeight = 24
)

// usage is what visitors use at a time.
type usage struct {
	connections     [stages]int
	sessions, cells int
}

// ofAll is the name of the share of all visitors.
const ofAll = ""

// ofAddress returns the name of the share of an address.
func ofAddress(address string) string { return "address " + address }

// share is what the visitors with one key, those from one address, or all of them may use at a time.
type share struct {
	of              string // the key or address with its kind, or ofAll
	sessions, cells int
	refusal         string // of another session
}

// shares returns the shares of a visitor. key is empty if everybody may connect.
func (s *Server) shares(key, address string) []share {
	const advice = ": close one, or try again later"
	shares := []share{
		{ofAll, s.options.MaxSessions, maxCells, "too many sessions are open: try again later"},
		{ofAddress(address), s.options.MaxAddressSessions, maxAddressCells,
			fmt.Sprintf("too many sessions are open from your address (limit %d)%s", s.options.MaxAddressSessions, advice)},
	}
	if key != "" {
		shares = append(shares, share{"key " + key, s.options.MaxKeySessions, maxKeyCells,
			fmt.Sprintf("too many sessions are open with your key (limit %d)%s", s.options.MaxKeySessions, advice)})
	}
	return shares
}

// use changes the usage of a share and returns the result. The mutex of the server is held.
func (s *Server) use(of string, change func(*usage)) usage {
	used := s.used[of]
	change(&used)
	if s.used[of] = used; used == (usage{}) {
		delete(s.used, of)
	}
	return used
}

// startSession counts a session. It fails with the reason if there are too many. The mutex of the server is held.
func (s *Server) startSession(shares []share) (refusal string) {
	for _, share := range shares {
		if s.used[share.of].sessions >= share.sessions {
			return share.refusal
		}
	}
	for _, share := range shares {
		s.use(share.of, func(u *usage) { u.sessions++ })
	}
	return ""
}

// endSession ends the count of a session. The mutex of the server is held.
func (s *Server) endSession(shares []share) {
	for _, share := range shares {
		s.use(share.of, func(u *usage) { u.sessions-- })
	}
}

// window is the part of the shares that the window of a session has.
type window struct {
	server  *Server
	shares  []share
	cells   int // the mutex of the server guards it
	isEnded bool
}

// fit returns the size that a window gets: that of the client, or a small one if there is no room.
func (w *window) fit(size terminal.Size) terminal.Size {
	s := w.server
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if w.isEnded {
		return terminal.Size{Width: smallWidth, Height: smallHeight}
	}
	w.resize(0)
	cells := size.Width * size.Height
	for _, share := range w.shares {
		if s.used[share.of].cells+cells > share.cells {
			size, cells = terminal.Size{Width: min(size.Width, smallWidth), Height: min(size.Height, smallHeight)}, 0
		}
	}
	w.resize(cells)
	return size
}

// resize sets the number of cells. The mutex of the server is held.
func (w *window) resize(cells int) {
	for _, share := range w.shares {
		w.server.use(share.of, func(u *usage) { u.cells += cells - w.cells })
	}
	w.cells = cells
}

// end ends the use of the shares.
func (w *window) end() {
	w.server.mutex.Lock()
	defer w.server.mutex.Unlock()
	w.resize(0)
	w.isEnded = true
}
