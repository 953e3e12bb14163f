package server

import (
	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/tool"
)

func toolChanges(changes []registry.Change) []*discoveryv1.ToolChange {
	var messages []*discoveryv1.ToolChange
	for _, c := range changes {
		messages = append(messages, &discoveryv1.ToolChange{
			Name: c.Name, Action: string(c.Action), Version: int32Of(c.Version), Digest: c.Digest, Warnings: warnings(c.Warnings),
		})
	}
	return messages
}

func conceptChanges(changes []registry.ConceptChange) []*discoveryv1.ConceptChange {
	var messages []*discoveryv1.ConceptChange
	for _, c := range changes {
		messages = append(messages, &discoveryv1.ConceptChange{
			Kind: c.Key.Kind, Id: c.Key.ID, Action: string(c.Action), Warnings: warnings(c.Warnings),
		})
	}
	return messages
}

func warnings(list []tool.Warning) []*discoveryv1.Warning {
	var messages []*discoveryv1.Warning
	for _, w := range list {
		messages = append(messages, &discoveryv1.Warning{Code: w.Code, Field: w.Field, Message: w.Message})
	}
	return messages
}

func problems(list []problem.Violation) []*discoveryv1.Problem {
	var messages []*discoveryv1.Problem
	for _, v := range list {
		messages = append(messages, &discoveryv1.Problem{Field: v.Field, Reason: string(v.Reason), Description: v.Description})
	}
	return messages
}
