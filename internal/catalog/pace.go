package catalog

import "time"

// A build costs time that searches want too. What a build of a large catalog
// takes hardly depends on how much has changed, so each catalog has a credit of
// time for builds. While it is used up, further changes wait and are taken
// together.
const (
	// paceShare is the part of the time that builds may take in the long run: one in so many.
	paceShare = 20
	// paceSaved is the most credit that a catalog has: enough for a few builds of
	// 20,000 tools on end.
	paceSaved = 150 * time.Millisecond
	// paceFree costs nothing, so that catalogs of up to some thousand tools are
	// always built at once.
	paceFree = 25 * time.Millisecond
	// paceTool is free for each changed tool: the analysis of many is worth a
	// build of its own, so that a load in applies of hundreds shows each.
	paceTool = 250 * time.Microsecond
	// longestRest bounds how far searches are behind, whatever a build takes.
	longestRest = time.Second
)

// pace is a catalog's credit. The zero value has all of it.
type pace struct {
	credit time.Duration // when the last build ended; below zero it is a debt
	ended  time.Time
	took   time.Duration
}

// after returns the pace once a build of some changed tools has ended.
func (p pace) after(now time.Time, took time.Duration, tools int) pace {
	cost := max(0, took-paceFree-time.Duration(tools)*paceTool)
	return pace{credit: max(p.saved(now)-cost, -longestRest/paceShare), ended: now, took: took}
}

func (p pace) saved(now time.Time) time.Duration {
	return min(p.credit+now.Sub(p.ended)/paceShare, paceSaved)
}

// rest is how long the next build has to wait, 0 or less for not at all. When a
// read waits for it, half of what the last build took is enough.
func (p pace) rest(now time.Time, wanted bool) time.Duration {
	debt := -p.saved(now) * paceShare
	if wanted {
		return min(debt, p.took/2-now.Sub(p.ended))
	}
	return debt
}
