package search_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/discoveryd/discoveryd/internal/search"
	"github.com/discoveryd/discoveryd/internal/text"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// Texts with words of one to many bytes, and gaps from none to very long ones.
var awkwardText = rapid.Map(rapid.SliceOfN(rapid.OneOf(
	rapid.SampledFrom([]string{"a", "workItem", "查询订单", "½", "e\u0301", "\u0301", strings.Repeat("long", 80), "ﷺ"}),
	rapid.SampledFrom([]string{" ", ", ", "_", strings.Repeat(" ", 62), strings.Repeat(" ", 63), strings.Repeat("- ", 400)}),
	rapid.String(),
), 0, 12), func(parts []string) string { return strings.Join(parts, "") })

func TestEveryWordIsFoundWhereItStands(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(awkwardText, 0, 4)
		records := []*tool.Record{
			{Spec: tool.Spec{Name: "a.first", Description: awkwardText.Draw(t, "description"), Examples: texts.Draw(t, "examples")}},
			{Spec: tool.Spec{Name: "b.second", Description: awkwardText.Draw(t, "description"), Capabilities: texts.Draw(t, "capabilities")}},
		}
		set := tool.NewSet(records)
		ix := search.Build(set, nil)
		for doc, r := range set.All() {
			for f, texts := range search.Texts(r) {
				var want []search.Word
				for i, s := range texts {
					for _, token := range text.Analyse(s) {
						want = append(want, search.Word{Text: i, Start: token.Start, End: token.End})
					}
				}
				got := ix.Words(doc, f)
				if len(got) != len(want) {
					t.Fatalf("%d words in field %d of %s, want %d", len(got), f, r.Name, len(want))
				}
				for i := range want {
					if got[i] != want[i] {
						t.Fatalf("word %d in field %d of %s is %+v, want %+v", i, f, r.Name, got[i], want[i])
					}
				}
			}
		}
	})
}
