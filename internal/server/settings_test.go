package server_test

import (
	"errors"
	"testing"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/server"
)

func TestPutSettingsPointsAtTheMissingSettings(t *testing.T) {
	_, err := (&server.Handlers{}).PutSettings(t.Context(), &discoveryv1.PutSettingsRequest{Catalog: "default"})
	refusal, ok := errors.AsType[*problem.Error](err)
	if !ok || refusal.Reason != problem.InvalidField || len(refusal.Violations) != 1 || refusal.Violations[0].Field != "/settings" {
		t.Errorf("got %v, want INVALID_ARGUMENT_FIELD at /settings", err)
	}
}
