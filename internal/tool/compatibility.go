package tool

import "github.com/discoveryd/discoveryd/internal/schema"

// Narrowing is a place where a schema refuses calls that the one before
// accepts, or where that cannot be told.
type Narrowing struct {
	Warning
	Proven bool
}

// CompareSchemas says where a schema is narrower than the one it replaces; at
// is the JSON pointer of the new one in its request.
func CompareSchemas(at, old, new string) []Narrowing {
	var narrowings []Narrowing
	for _, f := range schema.Compare([]byte(old), []byte(new)) {
		n := Narrowing{Warning: Warning{Field: Visible(at + f.Pointer)}, Proven: f.Proven()}
		if n.Proven {
			n.Code, n.Message = "INCOMPATIBLE_SCHEMA", Shortened(f.Message)+"; a call that was accepted and is refused now: "+quotation(f.Example)
		} else {
			n.Code, n.Message = "COMPATIBILITY_UNKNOWN", Shortened(f.Message)+"; whether that refuses calls which were accepted cannot be told"
		}
		narrowings = append(narrowings, n)
	}
	return narrowings
}

// quotation is the beginning of a JSON text.
func quotation(text string) string {
	const most = 160 // code points
	if cut := cutAfter(text, most); cut != text {
		text = cut + "…"
	}
	return escaped(text)
}
