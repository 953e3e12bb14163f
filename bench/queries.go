package main

import "strings"

// keywords is the first one, two or three words of a tool's own name, in turns,
// as far as the name has them.
func keywords(name string, turn int) string {
	_, own, _ := strings.Cut(name, ".")
	words := strings.Split(own, "_")
	return strings.Join(words[:min(len(words), turn%3+1)], " ")
}

// isLong holds for queries of twelve words or more.
func isLong(query string) bool { return len(strings.Fields(query)) >= 12 }
