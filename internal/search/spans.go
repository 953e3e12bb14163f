package search

import (
	"encoding/binary"
	"slices"
)

// spans remember which bytes of its texts each word of a tool's fields stands
// for. Hits are shown out of the original texts, and analysing those again for
// every row would cost most of a search. A word takes two bytes as a rule.
type spans struct {
	ends []uint32 // of each field of each tool, in data
	data []byte
}

// place is one word of a field.
type place struct {
	position   int // of the index
	text       int // of the field's texts
	start, end int // bytes of that text
}

// gap keeps the words of two texts of a field from joining.
const gap = 3

// The two bytes of a word: how far it starts after the word before, in the
// upper bits of the first, and how long it is. What does not fit follows.
const (
	stepBits = 2 // of the first byte: the step from the last position; 0 for a new text
	farStart = 1<<(8-stepBits) - 1
	farEnd   = 1<<8 - 1
)

// add appends the words of the next field.
func (s *spans) add(places []place) {
	last := place{text: -1, position: -gap}
	for _, p := range places {
		step := p.position - last.position
		if p.text != last.text {
			step, last.start = 0, 0
		}
		ahead, length := p.start-last.start, p.end-p.start
		s.data = append(s.data, byte(step|min(ahead, farStart)<<stepBits), byte(min(length, farEnd)))
		if step == 0 {
			s.data = binary.AppendUvarint(s.data, uint64(p.text-last.text))
		}
		if ahead >= farStart {
			s.data = binary.AppendUvarint(s.data, uint64(ahead-farStart))
		}
		if length >= farEnd {
			s.data = binary.AppendUvarint(s.data, uint64(length-farEnd))
		}
		last = p
	}
	s.ends = append(s.ends, uint32(len(s.data)))
}

// pack gives back the room that growing has left over.
func (s *spans) pack() { s.data = slices.Clone(s.data) }

// field is the data of a field of a tool.
func (s *spans) field(doc int, f field) []byte {
	i := doc*int(fieldCount) + int(f)
	if i == 0 {
		return s.data[:s.ends[0]]
	}
	return s.data[s.ends[i-1]:s.ends[i]]
}

// copy appends a tool of other spans.
func (s *spans) copy(other *spans, doc int) {
	for f := range fieldCount {
		s.data = append(s.data, other.field(doc, f)...)
		s.ends = append(s.ends, uint32(len(s.data)))
	}
}

// of appends the words of a field of a tool to places.
func (s *spans) of(places []place, doc int, f field) []place {
	data := s.field(doc, f)
	places = slices.Grow(places, len(data)/2)
	p := place{text: -1, position: -gap}
	for len(data) > 0 {
		step, ahead, length := int(data[0])&(1<<stepBits-1), int(data[0])>>stepBits, int(data[1])
		data = data[2:]
		if step == 0 {
			var texts int
			texts, data = uvarint(data)
			step, p.start, p.text = gap, 0, p.text+texts
		}
		if ahead == farStart {
			var more int
			more, data = uvarint(data)
			ahead += more
		}
		if length == farEnd {
			var more int
			more, data = uvarint(data)
			length += more
		}
		p.position += step
		p.start += ahead
		p.end = p.start + length
		places = append(places, p)
	}
	return places
}

func uvarint(data []byte) (int, []byte) {
	value, n := binary.Uvarint(data)
	return int(value), data[n:]
}
