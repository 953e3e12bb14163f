package search_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/search"
	"github.com/discoveryd/discoveryd/internal/tool"
)

var rankings = []string{"coverage", "bm25", "balanced", "auto"}

func TestAWholeNameComesFirst(t *testing.T) {
	specs := []tool.Spec{
		{Name: "work_item.create", Description: "Make one.", Aliases: []string{"issues.open_new"}},
		{Name: "work_item.create_many", Description: "Create work item, create work item: work_item create in bulk."},
		{Name: "report.create", Description: "Create a report of each work item, workitem by workitem."},
		{Name: "help", Description: "Explain the product."},
		{Name: "guide.read", Description: "Help with the product: help texts that help."},
		{Name: "base64.encode_v2", Description: "Encode bytes."},
	}
	ix := build(specs...)
	for name, queries := range map[string][]string{
		"work_item.create": {
			"work_item.create", "work_item__create", "workItemCreate", "WorkItem.Create", "work_item_create", "WORK_ITEM.CREATE",
			"issues.open_new", "issues__open_new", "issuesOpenNew",
			"create work item", "workitem create", "work item create", "Create Work-Item", "create workitem", "open new issues",
		},
		"help":             {"help", "Help", " help "},
		"base64.encode_v2": {"base64.encode_v2", "base64EncodeV2"},
	} {
		for _, text := range queries {
			for _, ranking := range rankings {
				q := query(text)
				q.Ranking, q.Explain = ranking, true
				answer := ix.Search(q)
				if len(answer.Rows) == 0 || answer.Rows[0].Tool.Name != name || !answer.Rows[0].Explain.ExactName || answer.Weak {
					t.Errorf("%s: %q gives %q (weak %v), want %s first", ranking, text, namesOf(answer), answer.Weak, name)
				}
			}
		}
	}
}

// One plain word is no name unless it is exactly one, and words are a name only
// if they are all of its words and no others.
func TestWordsThatAreNoName(t *testing.T) {
	ix := build(
		tool.Spec{Name: "note.read", Description: "Show it to a person, in full, with all that was written below it since the day it was made."},
		tool.Spec{Name: "page.show", Description: "Read note, read note.", Capabilities: []string{"note:read"}},
	)
	for _, text := range []string{"noteread", "note", "read", "read the note", "read note now", "notes read"} {
		for _, ranking := range rankings {
			q := query(text)
			q.Ranking, q.Explain = ranking, true
			for _, row := range ix.Search(q).Rows {
				if row.Explain.ExactName {
					t.Errorf("%s: %q is taken for the name %s", ranking, text, row.Tool.Name)
				}
			}
		}
	}
}

func TestAWholeNameStaysOutsideTheFilters(t *testing.T) {
	q := query("help")
	q.Families = []string{"guide"}
	answer := build(tool.Spec{Name: "help", Description: "Explain."}, tool.Spec{Name: "guide.read", Description: "Read help."}).Search(q)
	if got := namesOf(answer); got != "guide.read" {
		t.Errorf("rows %q, want the candidate alone", got)
	}
}

func TestJoinedSpellingsMeet(t *testing.T) {
	ix := build(
		tool.Spec{Name: "a", Description: "Closes a workitem."},
		tool.Spec{Name: "b", Description: "Closes a work item."},
		tool.Spec{Name: "c", Description: "Closes a work_item."},
		tool.Spec{Name: "d", Description: "Closes a workItem."},
		tool.Spec{Name: "e", Description: "Works on an item."},
		tool.Spec{Name: "f", Description: "Reads YouTube and appTableRecord."},
		tool.Spec{Name: "g", Description: "Lets you tube down a river and log in to e-mail."},
	)
	for text, want := range map[string]string{
		"workitem":       "a b c d",
		"work_item":      "a b c d e",
		"workItem":       "a b c d e",
		"work item":      "a b c d e",
		"work-items":     "a b c d e",
		"youtube":        "f",
		"apptablerecord": "f",
		"table record":   "f",
		"login":          "g",
		"email":          "g",
	} {
		answer := ix.Search(query(text))
		if got := strings.Fields(namesOf(answer)); !slices.Equal(slices.Sorted(slices.Values(got)), strings.Fields(want)) {
			t.Errorf("%q finds %v, want %s", text, got, want)
		}
		if len(answer.Unmatched) > 0 {
			t.Errorf("%q has unmatched terms %v", text, answer.Unmatched)
		}
	}
	if got := ix.Search(query("work item")).Rows[4].Tool.Name; got != "e" {
		t.Errorf("words apart come before words together: %s last", got)
	}
}

func TestCoverageBeatsRepetition(t *testing.T) {
	specs := []tool.Spec{
		{Name: "a.repeat", Description: strings.TrimSpace(strings.Repeat("invoice ", 40))},
		{Name: "b.both", Description: "Sends an invoice by mail, among very many other things that take a long description to tell."},
		{Name: "c.rare", Description: "Reconciles a ledger."},
		{Name: "d.common", Description: "Sends mail."},
		{Name: "e.common", Description: "Sends mail."},
	}
	q := query("invoice mail ledger")
	q.Ranking = "coverage"
	// b covers two terms. Of the one-term tools ledger (df 1) outweighs invoice
	// and mail (df 2, 3); equal tools stand by name.
	if got, want := namesOf(build(specs...).Search(q)), "b.both c.rare a.repeat d.common e.common"; got != want {
		t.Errorf("rows %q, want %q", got, want)
	}
}

func TestCommonVerbDoesNotDrownTheObject(t *testing.T) {
	specs := []tool.Spec{{Name: "pod.list", Description: "List pods."}}
	for i := range 50 {
		specs = append(specs, tool.Spec{Name: fmt.Sprintf("x.list_kind%d", i), Description: "List, list and list again."})
	}
	for _, ranking := range rankings {
		q := query("list pods")
		q.Ranking = ranking
		if got := build(specs...).Search(q).Rows[0].Tool.Name; got != "pod.list" {
			t.Errorf("%s: %s is first", ranking, got)
		}
	}
}

func TestExamplesAddToTheScoreOnly(t *testing.T) {
	ix := build(
		tool.Spec{Name: "a", Description: "Files taxes.", Examples: []string{"do my yearly return", "yearly taxes please"}},
		tool.Spec{Name: "b", Description: "Prints a yearly plan."},
		tool.Spec{Name: "c", Description: "Files taxes."},
	)
	q := query("yearly taxes")
	q.Ranking, q.Explain = "coverage", true
	for _, row := range ix.Search(q).Rows {
		if row.Explain.Coverage != 1 {
			t.Errorf("coverage of %s is %d, want 1", row.Tool.Name, row.Explain.Coverage)
		}
	}
	answer := ix.Search(query("return"))
	if got := namesOf(answer); got != "a" {
		t.Errorf("an example alone finds %q, want a", got)
	}
	if want := "Example: do my yearly return"; !strings.HasPrefix(answer.Rows[0].Excerpt, want) {
		t.Errorf("excerpt %q, want %q first", answer.Rows[0].Excerpt, want)
	}
	if got, want := namesOf(ix.Search(query("taxes"))), "a c"; got != want {
		t.Errorf("rows %q, want %q", got, want)
	}
}

func TestParametersAreSearched(t *testing.T) {
	ix := build(
		tool.Spec{Name: "a", Description: "Sends it.", Parameters: `{"type":"object","properties":{"dueDate":{"type":"string","description":"ISO \u0064eadline"},` +
			`"to":{"type":"array","items":{"type":"object","properties":{"mailbox":{"anyOf":[{"enum":["primary","archive"]},{"const":"junk"}]}}}}}}`},
		tool.Spec{Name: "b", Description: "Does nothing."},
	)
	for _, word := range []string{"due date", "deadline", "mailbox", "archive", "junk"} {
		answer := ix.Search(query(word))
		if got := namesOf(answer); got != "a" {
			t.Errorf("%q finds %q", word, got)
		} else if !strings.HasPrefix(answer.Rows[0].Excerpt, "Parameter: ") {
			t.Errorf("%q: excerpt %q", word, answer.Rows[0].Excerpt)
		}
	}
	for _, keyword := range []string{"properties", "object", "string"} {
		if answer := ix.Search(query(keyword)); answer.Total != 0 {
			t.Errorf("the schema's own keyword %q finds %q", keyword, namesOf(answer))
		}
	}
}

func TestFiltersIntersectAcrossAxesAndUniteWithin(t *testing.T) {
	ix := build(
		tool.Spec{Name: "file.local.read", Description: "x", Capabilities: []string{"file:read"}, Domains: []string{"disk"}},
		tool.Spec{Name: "file.local.write", Description: "x", Capabilities: []string{"file:write:append"}, Domains: []string{"disk"}},
		tool.Spec{Name: "file.cloud.read", Description: "x", Capabilities: []string{"file:read"}, Domains: []string{"cloud"}},
		tool.Spec{Name: "filed", Description: "x"},
	)
	for _, c := range []struct {
		name string
		q    search.Query
		want string
	}{
		{"a root covers its actions", search.Query{Capabilities: []string{"file"}}, "file.cloud.read file.local.read file.local.write"},
		{"by whole segments only", search.Query{Capabilities: []string{"fil"}}, ""},
		{"deeper prefix", search.Query{Capabilities: []string{"file:write"}}, "file.local.write"},
		{"no capabilities: the family", search.Query{Capabilities: []string{"filed"}}, "filed"},
		{"one axis unites", search.Query{Domains: []string{"disk", "cloud"}}, "file.cloud.read file.local.read file.local.write"},
		{"two axes intersect", search.Query{Capabilities: []string{"file:read"}, Domains: []string{"disk"}}, "file.local.read"},
		{"a family", search.Query{Families: []string{"file"}}, "file.cloud.read file.local.read file.local.write"},
		{"a sub-family, wire spelling", search.Query{Families: []string{"file__local"}}, "file.local.read file.local.write"},
		{"a known and an unknown id", search.Query{Domains: []string{"disc", "cloud"}}, "file.cloud.read"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.q.Limit, c.q.PageBudget = 10, 1000
			answer := ix.Search(c.q)
			if got := namesOf(answer); got != c.want || answer.Total != len(strings.Fields(c.want)) {
				t.Errorf("rows %q of %d, want %q", got, answer.Total, c.want)
			}
		})
	}
}

func TestNoMatchIsSaidPlainly(t *testing.T) {
	ix := build(
		tool.Spec{Name: "invoice.send", Description: "Send an invoice to the customer.", Domains: []string{"billing"}},
		tool.Spec{Name: "ledger.read", Description: "Read the ledger."},
	)
	in := func(domain, text string) search.Query {
		q := query(text)
		q.Domains = []string{domain}
		return q
	}
	for _, c := range []struct {
		name string
		ix   *search.Index
		q    search.Query
		want search.Answer
	}{
		{"an empty catalog", build(), query("anything"), search.Answer{NoMatch: search.EmptyCatalog, Unmatched: []string{"anything"}}},
		{"an empty catalog, listed", build(), query(""), search.Answer{NoMatch: search.EmptyCatalog}},
		{
			"an unknown id", ix, in("biling", "the invoice"),
			search.Answer{NoMatch: search.FiltersExcludeAll, Unmatched: []string{"invoice"}, Suggestions: []string{"billing"}},
		},
		{
			"an unknown id and a word with a slip", ix, in("biling", "invoyce"),
			search.Answer{NoMatch: search.FiltersExcludeAll, Unmatched: []string{"invoyce"}, Suggestions: []string{"billing", "invoice"}},
		},
		{"an unknown id, listed", ix, in("biling", ""), search.Answer{NoMatch: search.FiltersExcludeAll, Suggestions: []string{"billing"}}},
		{"a word that others have in another form", ix, in("billing", "reads"), search.Answer{NoMatch: search.NoTermMatched, Unmatched: []string{"reads"}, Suggestions: []string{"ledger.read"}}},
		{
			"no term", ix, query("invoyce quantum"),
			search.Answer{NoMatch: search.NoTermMatched, Unmatched: []string{"invoyce", "quantum"}, Suggestions: []string{"invoice"}},
		},
		{"a term of another domain", ix, in("billing", "ledger"), search.Answer{NoMatch: search.NoTermMatched, Unmatched: []string{"ledger"}}},
		{"punctuation", ix, query(" ?! "), search.Answer{NoMatch: search.NoTermMatched, Unmatched: []string{"?!"}}},
		{
			"a name with slips", ix, query("invocie.sned"),
			search.Answer{NoMatch: search.NoTermMatched, Unmatched: []string{"invocie", "sned"}, Suggestions: []string{"invoice.send", "invoice", "send"}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := c.ix.Search(c.q)
			got.Rows = append([]search.Row(nil), got.Rows...) // nil and empty are the same here
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("answer (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWeakAnswersKeepTheirRows(t *testing.T) {
	specs := []tool.Spec{{Name: "file.read", Description: "Read a file."}, {Name: "file.write", Description: "Write a file."}}
	for i := range 20 {
		specs = append(specs, tool.Spec{Name: fmt.Sprintf("other%d", i), Description: "Something else with a file."})
	}
	ix := build(specs...)
	answer := ix.Search(query("quantum teleportation of a marmalade file"))
	if !answer.Weak || len(answer.Rows) == 0 {
		t.Errorf("weak %v with %d rows, want a weak answer with rows", answer.Weak, len(answer.Rows))
	}
	if diff := cmp.Diff([]string{"quantum", "teleportation", "marmalade"}, answer.Unmatched); diff != "" {
		t.Errorf("unmatched terms:\n%s", diff)
	}
	if ix.Search(query("please read me this file")).Weak {
		t.Error("a covered query is weak")
	}
}

func TestStopWordsNeitherCoverNorHide(t *testing.T) {
	ix := build(
		tool.Spec{Name: "a", Description: "List the issues and all of the labels."},
		tool.Spec{Name: "b", Description: "Who is it?"},
		tool.Spec{Name: "c", Description: "Nothing alike."},
	)
	q := query("please list all of the issues")
	q.Explain = true
	answer := ix.Search(q)
	if got := answer.Rows[0].Explain.Coverage; answer.Total != 1 || got != 2 {
		t.Errorf("total %d, coverage %d, want 1 and 2", answer.Total, got)
	}
	if got := namesOf(ix.Search(query("who is it"))); got != "b" {
		t.Errorf("only stop words find %q, want b", got)
	}
}

func TestAnEmptyQueryListsByName(t *testing.T) {
	var specs []tool.Spec
	for i := range 7 {
		specs = append(specs, tool.Spec{Name: fmt.Sprintf("tool%d", 6-i), Description: fmt.Sprintf("Opening of number %d. %s", 6-i, strings.Repeat("More words follow. ", 60))})
	}
	q := query("  ")
	q.Limit, q.Offset, q.PageBudget = 3, 2, 300
	answer := build(specs...).Search(q)
	if got := namesOf(answer); got != "tool2 tool3 tool4" || answer.Total != 7 {
		t.Errorf("rows %q of %d", got, answer.Total)
	}
	total := 0
	for _, row := range answer.Rows {
		total += utf8.RuneCountInString(row.Excerpt)
		if !strings.HasPrefix(row.Excerpt, "Opening of number "+row.Tool.Name[4:]) {
			t.Errorf("excerpt of %s is %q", row.Tool.Name, row.Excerpt)
		}
	}
	if total > 300 {
		t.Errorf("excerpts of %d characters on a page of 300", total)
	}
	q.Offset = 900
	if answer := build(specs...).Search(q); len(answer.Rows) != 0 || answer.Total != 7 || answer.NoMatch != "" {
		t.Errorf("past the end: %+v", answer)
	}
}

func TestTermsBeyondTheHeaviestAreListed(t *testing.T) {
	var words []string
	for i := range 70 {
		words = append(words, "w"+strings.Repeat("x", i/26)+string(rune('a'+i%26))+"q")
	}
	rare := tool.Spec{Name: "rare", Description: strings.Join(words, " ")}
	common := tool.Spec{Name: "common", Description: strings.Join(words[:6], " ")}
	answer := build(rare, common).Search(query(strings.Join(words, " ")))
	if diff := cmp.Diff(words[:6], answer.Ignored); diff != "" {
		t.Errorf("ignored terms are not the lightest (-want +got):\n%s", diff)
	}
	if got := namesOf(answer); got != "rare" {
		t.Errorf("rows %q: an ignored term still counts", got)
	}
}

// What matches nothing gives way to what matches, and is counted all the same.
func TestTermsThatMatchNothingAreIgnoredFirst(t *testing.T) {
	var words []string
	for i := range 70 {
		words = append(words, "w"+strings.Repeat("x", i/26)+string(rune('a'+i%26))+"q")
	}
	answer := build(tool.Spec{Name: "a", Description: words[69]}).Search(query(strings.Join(words, " ")))
	if diff := cmp.Diff(words[63:69], answer.Ignored); diff != "" {
		t.Errorf("ignored terms (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(words[:63], answer.Unmatched); diff != "" {
		t.Errorf("unmatched terms (-want +got):\n%s", diff)
	}
	if got := namesOf(answer); got != "a" {
		t.Errorf("rows %q, want a", got)
	}
}

func TestPagesJoinUp(t *testing.T) {
	var specs []tool.Spec
	for i := range 90 {
		specs = append(specs, tool.Spec{Name: fmt.Sprintf("tool%02d", i), Description: strings.Repeat("file ", 1+i*7%5) + strings.Repeat("other ", i*3%7)})
	}
	ix := build(specs...)
	for _, ranking := range rankings {
		all := query("file")
		all.Ranking, all.Limit = ranking, 90
		whole := strings.Fields(namesOf(ix.Search(all)))
		var paged []string
		for offset := 0; offset < 90; offset += 4 {
			page := all
			page.Offset, page.Limit = offset, 4
			paged = append(paged, strings.Fields(namesOf(ix.Search(page)))...)
		}
		if diff := cmp.Diff(whole, paged); diff != "" {
			t.Errorf("%s: pages differ from the whole:\n%s", ranking, diff)
		}
	}
}

func TestExplainPointsAtWhatIsShown(t *testing.T) {
	description := "Über die Straße: " + strings.Repeat("padding words that say nothing ", 20) + "Excel at last."
	q := query("excel strasse")
	q.PageBudget, q.Explain = 200, true
	row := build(tool.Spec{Name: "a", Description: description}).Search(q).Rows[0]
	if len(row.Explain.Windows) != 2 {
		t.Fatalf("windows %+v of %q", row.Explain.Windows, row.Excerpt)
	}
	runes := []rune(description)
	for i, want := range []string{"Straße", "Excel"} {
		w := row.Explain.Windows[i]
		if shown := string(runes[w.Start:w.End]); !strings.Contains(shown, want) || !strings.Contains(row.Excerpt, shown) {
			t.Errorf("window %d shows %q, want it to hold %q and to be in %q", i, shown, want, row.Excerpt)
		}
	}
}

func TestNearNames(t *testing.T) {
	ix := build(
		tool.Spec{Name: "github.create_issue", Description: "x", Aliases: []string{"github.new_ticket"}},
		tool.Spec{Name: "github.create_issues", Description: "x"},
		tool.Spec{Name: "mail.send", Description: "x"},
	)
	for name, want := range map[string]string{
		"github.create_isue":   "github.create_issue github.create_issues",
		"github__create_isues": "github.create_issues github.create_issue",
		"create_issue":         "github.create_issue github.create_issues",
		"createGithubIssue":    "github.create_issue",
		"send_mail":            "mail.send",
		"github.new_tickte":    "github.create_issue",
		"calendar.book":        "",
		"":                     "",
	} {
		if got := strings.Join(ix.NearNames(name, 3), " "); got != want {
			t.Errorf("near %q: %q, want %q", name, got, want)
		}
	}
	if got := ix.NearNames("github.create_isues", 1); len(got) != 1 {
		t.Errorf("%v, want one name", got)
	}
}

func TestNearFamiliesAreFamilies(t *testing.T) {
	ix := build(tool.Spec{Name: "work_item.create", Description: "d"}, tool.Spec{Name: "file.read.text", Description: "d"}, tool.Spec{Name: "fil_e", Description: "d"})
	for name, want := range map[string]string{"work_itm": "work_item", "files": "file", "File__red": "file.read", "nothing": ""} {
		if got := strings.Join(ix.NearFamilies(name, 1), " "); got != want {
			t.Errorf("near %q: %q, want %q", name, got, want)
		}
	}
}
