package column_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/store/column"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// words draws a list as a record holds it: never empty but not nil.
func words(t *rapid.T, label string) []string {
	list := rapid.SliceOfN(rapid.String(), 0, 4).Draw(t, label)
	if len(list) == 0 {
		return nil
	}
	return list
}

func TestDetailsComeBackAsTheyWere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := tool.Spec{
			Capabilities: words(t, "capabilities"), Domains: words(t, "domains"), Entities: words(t, "entities"),
			Relationships: words(t, "relationships"), Examples: words(t, "examples"), Aliases: words(t, "aliases"),
			Idempotent: rapid.Bool().Draw(t, "idempotent"), TimeoutMS: rapid.Int().Draw(t, "timeout"),
			Handler: rapid.String().Draw(t, "handler"), Labels: words(t, "labels"),
		}
		if rapid.Bool().Draw(t, "deprecated") {
			want.Deprecation = &tool.Deprecation{Reason: rapid.String().Draw(t, "reason"), Sunset: "2031-01-31"}
			want.Expect = []tool.Expectation{{Query: rapid.String().Draw(t, "query"), Within: 3}}
		}
		var got tool.Spec
		if err := column.ReadDetails(&got, column.Details(&want)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("details (-want +got):\n%s", diff)
		}
	})
}

func TestWordsComeBackAsTheyWere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := words(t, "words")
		got, err := column.ReadWords(column.Words(want))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("words (-want +got):\n%s", diff)
		}
	})
}

func TestSettings(t *testing.T) {
	changed := settings.Default()
	changed.Slots, changed.Limit, changed.Scaffolding = 0, 7, []string{"mail.send"}
	older := settings.Default()
	older.Slots = 5
	for name, c := range map[string]struct {
		column string
		want   settings.Settings
	}{
		"no row of its own":              {"", settings.Default()},
		"as written":                     {column.Settings(changed), changed},
		"a field that did not yet exist": {`{"slots":5}`, older},
		"a field of a newer program":     {`{"slots":5,"later":[1]}`, older},
	} {
		got, err := column.ReadSettings(c.column)
		if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
			t.Errorf("%s: error %v, settings (-want +got):\n%s", name, err, diff)
		}
	}
}

func TestBrokenTextIsAnError(t *testing.T) {
	if err := column.ReadDetails(&tool.Spec{Name: "mail.send"}, `{"labels":`); err == nil {
		t.Error("details")
	}
	if _, err := column.ReadSettings(`{`); err == nil {
		t.Error("settings")
	}
	if _, err := column.ReadWords(`"one"`); err == nil {
		t.Error("words")
	}
}
