package mcpimport

import (
	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
)

// check stands in front of the walkers. A schema may be as deep as its own
// limit allows; a page, a response, the lists and the tool stand around it.
func check(answer []byte) *problem.Error {
	if len(answer) > limits.ApplyBody {
		return problem.New(problem.LimitExceeded, "the answer has %d bytes, at most %d are allowed (limit apply_body)",
			len(answer), limits.ApplyBody)
	}
	bounds := jsontext.Bounds{
		Depth: limits.Depth + 6, NumberLength: limits.NumberLength, Exponent: limits.NumberExponent,
	}
	if err := jsontext.Check(answer, bounds); err != nil {
		return problem.New(problem.InvalidJSON, "%s, at byte %d", err.Message, err.Offset)
	}
	return nil
}

// collect returns the tools of an answer, whichever shape it has.
func (i *Import) collect(answer []byte) ([][]byte, *problem.Error) {
	if jsontext.KindOf(answer) != jsontext.Array {
		return i.page(answer)
	}
	var tools [][]byte
	for _, element := range jsontext.Elements(answer) {
		if jsontext.Get(element, "tools") == nil && jsontext.Get(element, "jsonrpc") == nil {
			tools = append(tools, element)
			continue
		}
		page, fault := i.page(element)
		if fault != nil {
			return nil, fault
		}
		tools = append(tools, page...)
	}
	return tools, nil
}

// page returns the tools of a result or of the JSON-RPC response around it.
// Only the last page says whether there are more.
func (i *Import) page(page []byte) ([][]byte, *problem.Error) {
	if refused := jsontext.Get(page, "error"); jsontext.KindOf(refused) == jsontext.Object {
		message, _ := jsontext.Unquote(jsontext.Get(refused, "message"))
		return nil, problem.New(problem.InvalidField, "the answer is a JSON-RPC error, not a list of tools: %q", message)
	}
	if result := jsontext.Get(page, "result"); result != nil {
		page = result
	}
	list := jsontext.Get(page, "tools")
	if jsontext.KindOf(list) != jsontext.Array {
		return nil, problem.New(problem.InvalidField,
			`the answer has no "tools" list; want a tools/list result, a JSON-RPC response with one, or a list of tools`)
	}
	cursor, _ := jsontext.Unquote(jsontext.Get(page, "nextCursor"))
	i.MorePages = cursor != ""
	var tools [][]byte
	for _, element := range jsontext.Elements(list) {
		tools = append(tools, element)
	}
	return tools, nil
}
