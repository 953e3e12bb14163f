package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/discoveryd/discoveryd/internal/manifest"
	"github.com/discoveryd/discoveryd/internal/search"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// catalog is what the conversations find their tools in.
type catalog struct {
	records []*tool.Record
	set     *tool.Set
	index   *search.Index
}

func loadCatalog(folder string) (*catalog, error) {
	manifests, err := manifest.Load(manifest.Source{Paths: []string{folder}})
	if err != nil {
		return nil, fmt.Errorf("load the catalog: %w", err)
	}
	c := &catalog{}
	for _, m := range manifests {
		for _, t := range m.Request.GetTools() {
			c.records = append(c.records, &tool.Record{Spec: tool.Spec{
				Name: t.GetName(), Description: strings.Join(strings.Fields(t.GetDescription()), " "),
				Parameters: t.GetParameters(), Capabilities: t.GetCapabilities(),
			}, Version: 1})
		}
	}
	c.reindex()
	return c, nil
}

// add puts further tools into the catalog.
func (c *catalog) add(records ...*tool.Record) {
	c.records = append(c.records, records...)
	c.reindex()
}

func (c *catalog) reindex() {
	for _, r := range c.records {
		if r.Parameters == "" {
			r.Parameters = `{"type":"object","properties":{}}`
		}
	}
	c.set = tool.NewSet(c.records)
	c.index = search.Build(c.set, nil)
}

// names are those of all tools, sorted.
func (c *catalog) names() []string {
	var names []string
	for _, r := range c.set.All() {
		names = append(names, r.Name)
	}
	slices.Sort(names)
	return names
}

// menu is what search_tools answers to the words of a tool's name: what a
// model would read before it activates.
func (c *catalog) menu(name string) string {
	words := strings.NewReplacer(".", " ", "_", " ", "-", " ").Replace(name)
	answer := c.index.Search(search.Query{Text: words, Limit: 10, PageBudget: 2400, Ranking: "auto", Wire: true})
	var rows []string
	for _, row := range answer.Rows {
		rows = append(rows, fmt.Sprintf(`{"name":%q,"description":%q}`, tool.Wire(row.Tool.Name), row.Excerpt))
	}
	return `{"rows":[` + strings.Join(rows, ",") + `]}`
}
