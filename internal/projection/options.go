package projection

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/workingset"
)

// Options are a request's wishes. A zero field leaves the matter to the
// catalog's settings, or asks for nothing.
type Options struct {
	Slots          *int // 0..64; nil is the catalog's
	CharBudget     int  // code points of the tools field; 0 is none
	Eviction       string
	Order          string
	Scope          workingset.Scope
	TaskType       string
	Families       []string
	Carry          []string
	PreviousOrder  []string
	PreviousDigest string
	ConversationID string // for logs only, as is TurnID
	TurnID         string
	// NativeNames keeps dots where a format allows them.
	NativeNames bool
}

// resolve fills what is left open from the catalog's settings.
func (o Options) resolve(s settings.Settings) workingset.Options {
	resolved := workingset.Options{
		Slots: s.Slots, CharBudget: o.CharBudget, Eviction: s.Eviction, Order: s.Order,
		Scope: o.Scope, TaskType: o.TaskType, Families: o.Families, Carry: o.Carry, PreviousOrder: o.PreviousOrder,
	}
	if o.Slots != nil {
		resolved.Slots = *o.Slots
	}
	if o.Eviction != "" {
		resolved.Eviction = o.Eviction
	}
	if o.Order != "" {
		resolved.Order = o.Order
	}
	return resolved
}

// check reports every option that is out of bounds.
func (o Options) check() error {
	var list problem.List
	switch {
	case o.Slots == nil:
	case *o.Slots < 0:
		list.Add("/slots", problem.InvalidField, "is %d; want 0 to %d", *o.Slots, limits.MaxSlots)
	case *o.Slots > limits.MaxSlots:
		list.Add("/slots", problem.LimitExceeded, "is %d; the limit slots allows 0 to %d", *o.Slots, limits.MaxSlots)
	}
	if o.CharBudget < 0 {
		list.Add("/char_budget", problem.InvalidField, "got %d, want 0 (no budget) or more", o.CharBudget)
	}
	oneOf(&list, "/eviction", o.Eviction, workingset.LRU, workingset.Batched)
	oneOf(&list, "/order", o.Order, workingset.ByName, workingset.Activation)
	atMost(&list, "/scope/domains", "ids", len(o.Scope.Domains), limits.IDsPerAxis)
	atMost(&list, "/scope/entities", "ids", len(o.Scope.Entities), limits.IDsPerAxis)
	atMost(&list, "/scope/capabilities", "ids", len(o.Scope.Capabilities), limits.IDsPerAxis)
	noLonger(&list, "/task_type", "task_type", o.TaskType, limits.TaskTypeChars)
	atMost(&list, "/families", "families", len(o.Families), limits.Families)
	o.checkCarry(&list)
	atMost(&list, "/previous_order", "previous_order", len(o.PreviousOrder), limits.PreviousOrder)
	CheckID(&list, "/conversation_id", o.ConversationID, limits.ConversationIDChars)
	CheckID(&list, "/turn_id", o.TurnID, limits.TurnIDChars)
	return list.Err()
}

// checkCarry wants what an earlier answer gave: names and family:NAME.
func (o Options) checkCarry(list *problem.List) {
	atMost(list, "/carry", "carry", len(o.Carry), limits.CarryEntries)
	for i, entry := range o.Carry {
		name := strings.TrimPrefix(entry, workingset.FamilyPrefix)
		_, problems := tool.CheckName("/carry/"+strconv.Itoa(i), name)
		*list = append(*list, problems...)
	}
}

func oneOf(list *problem.List, field, got, a, b string) {
	if got != "" && got != a && got != b {
		list.Add(field, problem.InvalidField, "got %.80q, want %s or %s", got, a, b)
	}
}

func atMost(list *problem.List, field, limit string, got, most int) {
	if got > most {
		list.Add(field, problem.LimitExceeded, "limit %s: got %d entries, at most %d are allowed", limit, got, most)
	}
}

// CheckID reports an id of the caller's that is too long, or that no database
// can hold.
func CheckID(list *problem.List, field, id string, most int) {
	noLonger(list, field, field[1:], id, most)
	if strings.ContainsRune(id, 0) {
		list.Add(field, problem.InvalidField, "holds the character U+0000, which an id cannot have")
	}
}

func noLonger(list *problem.List, field, limit, got string, most int) {
	if n := utf8.RuneCountInString(got); n > most {
		list.Add(field, problem.LimitExceeded, "limit %s: got %d characters, at most %d are allowed", limit, n, most)
	}
}
