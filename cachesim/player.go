package main

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/discoveryd/discoveryd/internal/dialect"
	"github.com/discoveryd/discoveryd/internal/projection"
	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/transcript"
)

// soon is within how many model turns of its eviction a tool's return counts
// as thrashing.
const soon = 5

// result is what a strategy cost over a workload.
type result struct {
	Workload  string  `json:"workload"`
	Strategy  string  `json:"strategy"`
	Turns     int     `json:"model_turns"`
	Extra     int     `json:"extra_turns"` // of them for searching and activating
	Declared  float64 `json:"declared_chars_per_turn"`
	Cached    float64 `json:"cached_share"`        // of prompt bytes, by the longest common prefix
	CachedAll float64 `json:"cached_share_blocks"` // where a changed tool loses all after it and the whole array
	Evictions int     `json:"evictions"`
	Returns   int     `json:"reactivations"`
	Thrash    int     `json:"reactivations_within_5_turns"`
	Missing   int     `json:"calls_not_declared"` // whose tool had fallen out when the model wanted it
	Prompt    int64   `json:"prompt_bytes"`
	Billed    int64   `json:"billed_bytes"` // see billed
}

// player plays one conversation under one strategy.
type player struct {
	catalog  *catalog
	strategy strategy
	settings settings.Settings
	system   string
	messages []string
	order    []string // the names declared last
	found    map[string]bool
	had      map[string]bool // tools that deltas have ever loaded
	fell     map[string]int  // a tool to the turn of its eviction
	evicted  []string        // as of the last prompt
	last     prompt
	bytes    int64 // of all prompts
	cached   int64
	blocks   int64
	declared int64
	result   result
}

// play plays all conversations of a workload.
func play(c *catalog, w workload, s strategy) (result, error) {
	total := result{Workload: w.name, Strategy: s.name}
	sum := &player{}
	for _, conversation := range w.conversations {
		p := &player{catalog: c, strategy: s, settings: settings.Default(), system: conversation.system, found: map[string]bool{}, had: map[string]bool{}, fell: map[string]int{}}
		p.settings.MaxExposed = max(p.settings.MaxExposed, s.slots+len(dialect.Scaffolding()))
		if err := p.play(conversation); err != nil {
			return total, fmt.Errorf("%s, %s: %w", w.name, s.name, err)
		}
		total.add(p.result)
		sum.bytes, sum.cached, sum.blocks, sum.declared = sum.bytes+p.bytes, sum.cached+p.cached, sum.blocks+p.blocks, sum.declared+p.declared
	}
	total.Declared = float64(sum.declared) / float64(max(1, total.Turns))
	total.Cached = float64(sum.cached) / float64(max(1, sum.bytes))
	total.CachedAll = float64(sum.blocks) / float64(max(1, sum.bytes))
	total.Prompt, total.Billed = sum.bytes, billed(sum.bytes, sum.blocks)
	return total, nil
}

// billed weighs bytes by the usual prices: what a cache serves costs a tenth,
// what is written to it a quarter more than what is merely read.
func billed(all, cached int64) int64 { return cached/10 + (all-cached)*5/4 }

func (r *result) add(other result) {
	r.Turns, r.Extra, r.Evictions = r.Turns+other.Turns, r.Extra+other.Extra, r.Evictions+other.Evictions
	r.Returns, r.Thrash, r.Missing = r.Returns+other.Returns, r.Thrash+other.Thrash, r.Missing+other.Missing
}

func (p *player) play(c conversation) error {
	for _, t := range c.turns {
		if !t.model {
			if err := p.say(t.message); err != nil {
				return err
			}
			continue
		}
		declared, err := p.prompt()
		if err != nil {
			return err
		}
		for _, name := range t.calls {
			if declared, err = p.load(name, declared); err != nil {
				return err
			}
		}
		if err := p.say(t.message); err != nil {
			return err
		}
	}
	return nil
}

// say appends a message in the form that the strategy needs.
func (p *player) say(chat string) error {
	if !p.strategy.deltas {
		p.messages = append(p.messages, chat)
		return nil
	}
	m, err := inAnthropicForm(chat)
	p.messages = append(p.messages, m)
	return err
}

// load finds and activates a tool that the model wants and does not have. What
// it has found once it activates again without a search.
func (p *player) load(name string, declared map[string]bool) (map[string]bool, error) {
	if p.strategy.all || declared[name] {
		return declared, nil
	}
	if !p.found[name] {
		p.found[name] = true
		query := `{"query":` + encode(strings.NewReplacer(".", " ", "_", " ").Replace(name)) + `}`
		if err := p.extra("search_tools", query, p.catalog.menu(name)); err != nil {
			return nil, err
		}
		if _, err := p.prompt(); err != nil {
			return nil, err
		}
	} else {
		p.result.Missing++
		p.result.Returns++
		if at, fell := p.fell[name]; fell && p.result.Turns-at <= soon {
			p.result.Thrash++
		}
	}
	names := `{"names":[` + encode(tool.Wire(name)) + `]}`
	if err := p.extra("activate_tool", names, `{"activated":[{"name":`+encode(name)+`}]}`); err != nil {
		return nil, err
	}
	return p.prompt()
}

// extra is a turn of the model that searches or activates, with its result.
func (p *player) extra(name, arguments, answer string) error {
	p.result.Extra++
	id := fmt.Sprintf("extra_%d", p.result.Extra)
	if err := p.say(callMessage(id, name, arguments)); err != nil {
		return err
	}
	return p.say(resultMessage(id, answer))
}

// prompt is one call of the model: it projects, compares the prompt with the
// one before, and returns what is declared.
func (p *player) prompt() (map[string]bool, error) {
	next, declared, err := p.compose()
	if err != nil {
		return nil, err
	}
	p.result.Turns++
	p.bytes += int64(next.size())
	p.declared += int64(len(next.tools))
	cached, blocks := next.cachedAfter(p.last)
	p.cached, p.blocks = p.cached+int64(cached), p.blocks+int64(blocks)
	p.last = next
	return declared, nil
}

func (p *player) compose() (prompt, map[string]bool, error) {
	answer, err := projection.Project(p.request())
	if err != nil {
		return prompt{}, nil, err
	}
	declared := map[string]bool{}
	p.order = p.order[:0]
	for _, e := range answer.Exposed {
		declared[e.Tool.Name] = true
		p.order = append(p.order, tool.Wire(e.Tool.Name))
	}
	tools, evicted := string(answer.Tools), answer.Evicted
	if p.strategy.deltas {
		tools = string(bytes.Join(answer.Deltas.InitialTools, []byte(",")))
		if declared, evicted, err = p.loaded(answer.Deltas); err != nil {
			return prompt{}, nil, err
		}
	}
	p.noteEvictions(evicted)
	return prompt{
		tools: tools, system: answer.Prefix + "\n\n" + p.system,
		messages: slices.Clone(p.messages), suffix: answer.Suffix,
	}, declared, nil
}

// loaded appends deltas and says which tools the provider has then, and which
// of those it ever had it has no more.
func (p *player) loaded(deltas dialect.Deltas) (declared map[string]bool, evicted []string, err error) {
	for _, delta := range deltas.Append {
		p.messages = append(p.messages, string(delta))
	}
	history, err := transcript.Read(transcript.AnthropicMessages, []byte("["+strings.Join(p.messages, ",")+"]"))
	if err != nil {
		return nil, nil, err
	}
	declared = map[string]bool{}
	for _, name := range history.Loaded {
		declared[tool.Dotted(name)], p.had[tool.Dotted(name)] = true, true
	}
	for _, name := range slices.Sorted(maps.Keys(p.had)) {
		if !declared[name] {
			evicted = append(evicted, name)
		}
	}
	return declared, evicted, nil
}

func (p *player) request() projection.Request {
	request := projection.Request{
		Tools: p.catalog.set, Settings: p.settings, Format: transcript.OpenAIChat,
		Transcript: []byte("[" + strings.Join(p.messages, ",") + "]"), Options: p.strategy.options(p.order),
	}
	switch {
	case p.strategy.deltas:
		request.Format = transcript.AnthropicMessages
	case p.strategy.all:
		request.Settings.SearchOffBelow, request.Settings.MaxExposed = p.catalog.set.Len()+1, p.catalog.set.Len()+2
		request.Transcript = []byte("[]")
	}
	return request
}

func (p *player) noteEvictions(evicted []string) {
	for _, name := range evicted {
		if !slices.Contains(p.evicted, name) {
			p.result.Evictions++
			p.fell[name] = p.result.Turns
		}
	}
	p.evicted = evicted
}
