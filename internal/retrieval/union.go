package retrieval

import "strings"

// Union puts the tools of all sets into one catalog, where tools with many
// fields compete with tools that have few. Beside the tools it returns the
// sets again, their queries naming the tools of the union. A record that
// several sets have in common is one tool.
func Union(sets []Set) ([]Tool, []Set) {
	var all []Tool
	known := map[Tool]string{} // names in the union
	taken := map[string]bool{}
	renamed := make([]Set, len(sets))
	for i, set := range sets {
		names := make(map[string]string, len(set.Tools)) // from the set to the union
		for _, record := range set.Tools {
			name, shared := known[record]
			if !shared {
				name = unionName(record, set.Name, taken)
				known[record] = name
				tool := record
				tool.Name = name
				all = append(all, tool)
			}
			names[record.Name] = name
		}
		renamed[i] = Set{Name: set.Name, Queries: rename(set.Queries, names)}
	}
	return all, renamed
}

// unionName is the tool's name, or one of its own where another set has it.
func unionName(tool Tool, set string, taken map[string]bool) string {
	name := tool.Name
	if taken[name] {
		family, rest, _ := strings.Cut(name, ".")
		name = tagged(family, rest, set+"/"+tool.ID)
	}
	taken[name] = true
	return name
}

func rename(queries []Query, names map[string]string) []Query {
	out := make([]Query, len(queries))
	for i, query := range queries {
		relevant := make([]string, len(query.Relevant))
		for j, name := range query.Relevant {
			relevant[j] = names[name]
		}
		out[i] = Query{ID: query.ID, Text: query.Text, Relevant: relevant}
	}
	return out
}
