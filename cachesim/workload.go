package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/discoveryd/discoveryd/internal/mcpimport"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// workload is a kind of conversation.
type workload struct {
	name          string
	conversations []conversation
}

// conversation is what is said whatever the strategy: a system text and turns.
type conversation struct {
	system string
	turns  []turn
}

// turn is a message as it stands, and the tools that an assistant calls in it.
type turn struct {
	message string // JSON
	calls   []string
	model   bool // written by the model, which reads the prompt first
}

const family = "airline"

// dialogues reads the tau-bench airline dialogues and adds their tools to the catalog.
func dialogues(data string, c *catalog) (workload, error) {
	listed, err := os.ReadFile(filepath.Join(data, "catalogs", "tau-bench-airline.json"))
	if err != nil {
		return workload{}, err
	}
	imported, err := mcpimport.Convert(listed, mcpimport.Options{Source: "tau-bench", Family: family, Team: family})
	if err != nil {
		return workload{}, err
	}
	var airline struct {
		Tools []struct {
			Name, Description string
			Parameters        json.RawMessage
		}
	}
	if err := json.Unmarshal(imported.Manifest, &airline); err != nil {
		return workload{}, err
	}
	for _, t := range airline.Tools {
		c.add(&tool.Record{Spec: tool.Spec{Name: t.Name, Description: t.Description, Parameters: string(t.Parameters)}, Version: 1})
	}
	text, err := os.ReadFile(filepath.Join(data, "transcripts", "tau-bench-airline-60.json"))
	if err != nil {
		return workload{}, err
	}
	var recorded []struct {
		Traj []json.RawMessage `json:"traj"`
	}
	if err := json.Unmarshal(text, &recorded); err != nil {
		return workload{}, err
	}
	w := workload{name: fmt.Sprintf("%d airline dialogues", len(recorded))}
	for _, r := range recorded {
		conversation, err := readDialogue(r.Traj)
		if err != nil {
			return workload{}, err
		}
		w.conversations = append(w.conversations, conversation)
	}
	return w, nil
}

func readDialogue(messages []json.RawMessage) (conversation, error) {
	var c conversation
	for _, raw := range messages {
		var m struct {
			Role, Content string
			ToolCalls     []struct {
				Function struct{ Name string }
			} `json:"tool_calls"`
		}
		if err := json.Unmarshal(raw, &m); err != nil {
			return c, err
		}
		if m.Role == "system" {
			c.system = m.Content
			continue
		}
		t := turn{message: string(raw), model: m.Role == "assistant"}
		for _, call := range m.ToolCalls {
			name := family + "." + call.Function.Name
			t.calls = append(t.calls, name)
			t.message = strings.ReplaceAll(t.message, `"name":"`+call.Function.Name+`"`, `"name":"`+tool.Wire(name)+`"`)
			t.message = strings.ReplaceAll(t.message, `"name": "`+call.Function.Name+`"`, `"name": "`+tool.Wire(name)+`"`)
		}
		c.turns = append(c.turns, t)
	}
	return c, nil
}

// synthetic are long conversations that need more and more tools. Seven calls
// of ten go to one of the eight tools used last, the others to any of the
// catalog: work has locality, and moves on.
func synthetic(c *catalog, lengths []int) []workload {
	var list []workload
	for _, activations := range lengths {
		list = append(list, workload{
			name:          fmt.Sprintf("synthetic, %d activations", activations),
			conversations: []conversation{longConversation(c.names(), activations)},
		})
	}
	return list
}

const (
	locality = 0.7
	recent   = 8
)

func longConversation(names []string, activations int) conversation {
	random := rand.New(rand.NewPCG(20, uint64(activations)))
	c := conversation{system: "You are an assistant at work. " + strings.Repeat("Be exact, ask when in doubt, and say what you did. ", 20)}
	var used []string
	for fresh, i := 0, 0; fresh < activations; i++ {
		name := names[random.IntN(len(names))]
		if len(used) >= recent && random.Float64() < locality {
			name = used[len(used)-1-random.IntN(recent)]
		} else {
			fresh++
		}
		used = append(used, name)
		id := fmt.Sprintf("call_%d", i)
		c.turns = append(c.turns,
			turn{message: message("user", strings.Repeat("Please go on with the next thing on the list. ", 4))},
			turn{model: true, calls: []string{name}, message: callMessage(id, tool.Wire(name), `{"id":4711}`)},
			turn{message: resultMessage(id, strings.Repeat("A line of a result with some figures, 0.42. ", 14))},
			turn{model: true, message: message("assistant", strings.Repeat("That is done. ", 10))},
		)
	}
	return c
}
