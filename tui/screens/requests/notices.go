package requests

import (
	"strconv"

	"foredeck/client/transport"
	"foredeck/tui/text"
)

// maxNotices is the number of notices above the list.
const maxNotices = 3

// pullNotices updates the messages about the servers.
func (m *Model) pullNotices() {
	before := len(m.visibleNotices())
	m.notices = m.deps.Loader.Recorder.Notices.All()
	if len(m.visibleNotices()) != before {
		m.layout()
	}
}

// visibleNotices returns the newest notices, as many as get a line.
func (m *Model) visibleNotices() []transport.Notice {
	return m.notices[max(0, len(m.notices)-min(maxNotices, m.listHeight/4)):]
}

// noticeLines draws the notices, newest first.
func (m *Model) noticeLines(width int) []text.Line {
	shown := m.visibleNotices()
	lines := make([]text.Line, len(shown))
	for i, notice := range shown {
		line := text.Format(" ! %s", text.Clean(notice.Text))
		if notice.Count > 1 {
			line = text.Format("%s (%s times)", line, text.Clean(strconv.Itoa(notice.Count)))
		}
		lines[len(shown)-1-i] = text.Cut(line, width).In(m.deps.Theme.Warn)
	}
	return lines
}
