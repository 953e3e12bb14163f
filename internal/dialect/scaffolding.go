package dialect

import "github.com/discoveryd/discoveryd/internal/tool"

// Scaffolding returns the two tools that are always declared and never
// registered. Their argument schemas are the requests of contract 5 and 6, so
// that a dispatcher can pass arguments through as they are.
func Scaffolding() []*tool.Record {
	return []*tool.Record{
		{Spec: tool.Spec{Name: tool.ActivateTool, Description: activateDescription, Parameters: activateParameters}},
		{Spec: tool.Spec{Name: tool.SearchTool, Description: searchDescription, Parameters: searchParameters}},
	}
}

const searchDescription = "Find tools in the catalog. Returns a ranked menu of names with the part of each description that explains the match; it loads nothing. " +
	"Ask in a few keywords, or narrow by capability, domain, entity or relationship: the filters all have to hold. Without a query it lists what the filters leave. " +
	"Then load what you need with activate_tool."

const searchParameters = `{"type":"object","properties":{` +
	`"query":{"type":"string","description":"Keywords for what the tool should do, such as \"read excel file\"."},` +
	`"capabilities":{"type":"array","items":{"type":"string"},"description":"Capabilities or their beginnings: file covers file:read and file:write."},` +
	`"domains":{"type":"array","items":{"type":"string"},"description":"Domain ids."},` +
	`"entities":{"type":"array","items":{"type":"string"},"description":"Entity ids; a tool tagged with a relationship of the entity counts too."},` +
	`"relationships":{"type":"array","items":{"type":"string"},"description":"Relationship ids, such as work-item.assigned-to.member."},` +
	`"families":{"type":"array","items":{"type":"string"},"description":"First parts of tool names."}` +
	`},"additionalProperties":false}`

const activateDescription = "Load tools by name so that you can call them from your next step on. Name every tool you are about to use in one call. " +
	"Each takes a slot of a bounded set; when that is full, the tools unused for longest are unloaded. Families take no slots and stay until you ask for other families."

const activateParameters = `{"type":"object","properties":{` +
	`"names":{"type":"array","items":{"type":"string"},"description":"Tool names as search_tools returned them."},` +
	`"families":{"type":"array","items":{"type":"string"},"description":"First parts of tool names; each loads the whole family."}` +
	`},"additionalProperties":false}`
