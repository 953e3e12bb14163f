package main

import (
	"github.com/discoveryd/discoveryd/internal/projection"
	"github.com/discoveryd/discoveryd/internal/workingset"
)

// strategy is a way to decide what is declared.
type strategy struct {
	name     string
	all      bool // the whole catalog is declared, and nothing is searched for
	deltas   bool // the array stays, further tools are appended to the conversation
	slots    int
	eviction string
	order    string
}

func strategies() []strategy {
	lru, batched, byName, activation := workingset.LRU, workingset.Batched, workingset.ByName, workingset.Activation
	return []strategy{
		{name: "whole catalog", all: true},
		{name: "lru 10", slots: 10, eviction: lru, order: byName},
		{name: "lru 20", slots: 20, eviction: lru, order: byName},
		{name: "lru 40", slots: 40, eviction: lru, order: byName},
		{name: "lru 20, activation order", slots: 20, eviction: lru, order: activation},
		{name: "batched 20", slots: 20, eviction: batched, order: byName},
		{name: "batched 20, activation order", slots: 20, eviction: batched, order: activation},
		{name: "batched 40, activation order", slots: 40, eviction: batched, order: activation},
		{name: "lru 20, deltas", deltas: true, slots: 20, eviction: lru, order: byName},
		{name: "batched 20, deltas", deltas: true, slots: 20, eviction: batched, order: byName},
	}
}

func (s strategy) options(previous []string) projection.Options {
	return projection.Options{Slots: &s.slots, Eviction: s.eviction, Order: s.order, PreviousOrder: previous}
}
