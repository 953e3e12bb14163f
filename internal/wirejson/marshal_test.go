package wirejson_test

import (
	"math"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/wirejson"
)

func TestMarshal(t *testing.T) {
	at := timestamppb.New(time.Date(2026, 1, 2, 3, 4, 5, 670_000_000, time.UTC))
	cases := map[string]struct {
		message proto.Message
		want    string
	}{
		"every scalar and list also when it is empty": {
			&discoveryv1.SearchToolsResponse{},
			`{"revision":"0","total":0,"rows":[],"unmatched_terms":[],"ignored_terms":[],"no_match":"","weak":false,"suggestions":[],"stale":false}`,
		},
		"unset messages and optional fields left out": {
			&discoveryv1.ExposedTool{Name: "a", Reason: "family"},
			`{"name":"a","wire_name":"","version":0,"reason":"family"}`,
		},
		"set optional fields also when they are zero": {
			&discoveryv1.ExposedTool{Message: new(int32(0)), Call: new("")},
			`{"name":"","wire_name":"","version":0,"reason":"","message":0,"call":""}`,
		},
		"text without HTML escaping": {
			&discoveryv1.Warning{Code: "<&>", Message: "é\u2028\"\\\n\x01😀"},
			"{\"code\":\"<&>\",\"field\":\"\",\"message\":\"é\u2028\\\"\\\\\\n\\u0001😀\"}",
		},
		"nested text byte for byte": {
			&discoveryv1.Deltas{InitialTools: []string{`{"b":1.0,"a":"\u00e9"}`, ``}},
			`{"initial_tools":[{"b":1.0,"a":"\u00e9"},null],"append":[],"warnings":[]}`,
		},
		"an optional nested text that is empty left out": {
			&discoveryv1.Call{Name: "a", Arguments: new("")},
			`{"name":"a","version":0}`,
		},
		"fields of the path left out": {
			&discoveryv1.ListToolVersionsRequest{Catalog: "default", Name: "a"},
			`{}`,
		},
		"shortest doubles": {
			&discoveryv1.RowExplanation{Weight: 1.6931471805599454, Bm25: 0.1, Score: 1e-7},
			`{"terms":[],"coverage":0,"weight":1.6931471805599454,"bm25":0.1,"score":1e-07,"windows":[],"exact_name":false}`,
		},
		"large integers as strings and times as RFC 3339": {
			&discoveryv1.ToolVersion{Version: 1, Revision: 9007199254740993, CreatedAt: at},
			`{"version":1,"revision":"9007199254740993","digest":"","action":"","team":"","reason":"","created_at":"2026-01-02T03:04:05.67Z","created_by":""}`,
		},
	}
	codec := wirejson.New()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, err := codec.Marshal(c.message)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != c.want {
				t.Errorf("Marshal\n got %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestMarshalRefusesWhatJSONCannotSay(t *testing.T) {
	codec := wirejson.New()
	for name, message := range map[string]proto.Message{
		"a number that is none": &discoveryv1.RowExplanation{Score: math.NaN()},
		"an endless number":     &discoveryv1.RowExplanation{Score: math.Inf(1)},
		"invalid UTF-8":         &discoveryv1.Warning{Code: "\xff"},
		"a time beyond 9999":    &discoveryv1.ToolVersion{CreatedAt: &timestamppb.Timestamp{Seconds: math.MaxInt64}},
		"a foreign message":     timestamppb.Now(),
	} {
		if got, err := codec.Marshal(message); err == nil {
			t.Errorf("%s: Marshal = %s, want an error", name, got)
		}
	}
}
