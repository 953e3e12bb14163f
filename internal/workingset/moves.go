package workingset

// Move is one touch and what it pushed out of the working set.
type Move struct {
	Tool   string // the tool touched, in registry spelling
	Reason Reason // Called, Activated or Carried
	At     Touch  // none when carried
	Fell   []string
}

// Moves replays a conversation and lists every touch of a registered tool that
// is no scaffolding, oldest first. The held set after a move is what the moves
// up to it have touched and not pushed out.
func Moves(in Input) []Move {
	var moves []Move
	frameOf(in).replay(&moves)
	return moves
}

// replay plays carried names and calls.
func (f *frame) replay(moves *[]Move) *ledger {
	l := newLedger(f, moves)
	for _, e := range f.in.History.Events {
		l.play(e)
	}
	return l
}
