package schema_test

import "testing"

// BenchmarkTypicalCall checks 500 bytes of arguments with 12 properties.
func BenchmarkTypicalCall(b *testing.B) {
	s := compiled(b, `{"type":"object","properties":{
		"owner":{"type":"string","minLength":1,"maxLength":39},"repo":{"type":"string","pattern":"^[A-Za-z0-9._-]+$"},
		"title":{"type":"string","maxLength":256},"body":{"type":"string"},"labels":{"type":"array","items":{"type":"string"},"maxItems":20},
		"assignees":{"type":"array","items":{"type":"string"}},"milestone":{"type":["integer","null"]},"state":{"enum":["open","closed"]},
		"priority":{"type":"integer","minimum":0,"maximum":5},"draft":{"type":"boolean"},"parent":{"$ref":"#/$defs/link"},"due":{"type":"string"}
	},"required":["owner","repo","title"],"additionalProperties":false,
	"$defs":{"link":{"type":"object","properties":{"id":{"type":"integer"},"kind":{"const":"parent"}},"required":["id"]}}}`)
	call := []byte(`{"owner":"some-team","repo":"discovery.service","title":"The index is rebuilt twice after one apply",
		"body":"When an apply changes two tools, the log shows two builds of the index. It should show one. Steps: start the service, apply the sample catalog, change two descriptions, apply again, and read the log of the server from the first build on.",
		"labels":["bug","index"],"assignees":["ada","grace"],"milestone":null,"state":"open","priority":3,"draft":false,"parent":{"id":4711,"kind":"parent"},"due":"2031-05-01"}`)
	b.ReportAllocs()
	for b.Loop() {
		sink, _ = s.Validate(call)
	}
	if len(sink) > 0 {
		b.Fatal(sink)
	}
}
