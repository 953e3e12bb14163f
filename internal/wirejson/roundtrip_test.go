package wirejson_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/known/timestamppb"
	"pgregory.net/rapid"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/wirejson"
)

// messageTypes is every message of discovery.v1, by name.
func messageTypes(tb testing.TB) []protoreflect.MessageType {
	tb.Helper()
	var types []protoreflect.MessageType
	protoregistry.GlobalTypes.RangeMessages(func(mt protoreflect.MessageType) bool {
		if mt.Descriptor().ParentFile().Package() == "discovery.v1" {
			types = append(types, mt)
		}
		return true
	})
	slices.SortFunc(types, func(a, b protoreflect.MessageType) int {
		return bytes.Compare([]byte(a.Descriptor().FullName()), []byte(b.Descriptor().FullName()))
	})
	if len(types) < 50 {
		tb.Fatalf("only %d messages found", len(types))
	}
	return types
}

var nestedText = rapid.SampledFrom([]string{`{}`, `[]`, `{"b":1,"a":[1.50,null,"\u00e9\ud800"]}`, `"x y"`, `-0.10e+5`, `true`})

// fill sets random fields; the path's are left out because no body has them.
func fill(t *rapid.T, m protoreflect.Message) {
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		if wirejson.Form(f) == discoveryv1.JsonForm_JSON_FORM_PATH || rapid.Bool().Draw(t, "skip") {
			continue
		}
		if !f.IsList() {
			m.Set(f, value(t, f, m.NewField(f)))
			continue
		}
		list := m.Mutable(f).List()
		for range rapid.IntRange(0, 3).Draw(t, "length") {
			list.Append(value(t, f, list.NewElement()))
		}
	}
}

func value(t *rapid.T, f protoreflect.FieldDescriptor, zero protoreflect.Value) protoreflect.Value {
	switch {
	case wirejson.Form(f) == discoveryv1.JsonForm_JSON_FORM_NESTED:
		return protoreflect.ValueOfString(nestedText.Draw(t, "nested"))
	case f.Message() != nil && f.Message().FullName() == "google.protobuf.Timestamp":
		seconds := rapid.Int64Range(-1<<35, 1<<37).Draw(t, "seconds")
		nanos := rapid.Int32Range(0, 999_999_999).Draw(t, "nanos")
		return protoreflect.ValueOfMessage((&timestamppb.Timestamp{Seconds: seconds, Nanos: nanos}).ProtoReflect())
	case f.Message() != nil:
		fill(t, zero.Message())
		return zero
	}
	switch f.Kind() {
	case protoreflect.StringKind:
		return protoreflect.ValueOfString(rapid.String().Draw(t, "string"))
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(rapid.Bool().Draw(t, "bool"))
	case protoreflect.Int32Kind:
		return protoreflect.ValueOfInt32(rapid.Int32().Draw(t, "int32"))
	case protoreflect.Int64Kind:
		return protoreflect.ValueOfInt64(rapid.Int64().Draw(t, "int64"))
	case protoreflect.DoubleKind:
		return protoreflect.ValueOfFloat64(rapid.Float64().Draw(t, "double"))
	default:
		panic(fmt.Sprintf("%s has kind %s, which the codec does not know", f.FullName(), f.Kind()))
	}
}

func TestEveryMessageRoundTrips(t *testing.T) {
	codec := wirejson.New()
	for _, mt := range messageTypes(t) {
		t.Run(string(mt.Descriptor().Name()), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				want := mt.New()
				fill(t, want)
				text, err := codec.Marshal(want.Interface())
				if err != nil {
					t.Fatal(err)
				}
				if !json.Valid(text) {
					t.Fatalf("Marshal wrote %s", text)
				}
				again, _ := codec.Marshal(want.Interface())
				if !bytes.Equal(text, again) {
					t.Fatalf("two runs differ:\n%s\n%s", text, again)
				}
				got := mt.New()
				if err := codec.Unmarshal(text, got.Interface()); err != nil {
					t.Fatalf("Unmarshal(%s) = %v", text, err)
				}
				if !proto.Equal(want.Interface(), got.Interface()) {
					t.Fatalf("round trip through %s\n got %v\nwant %v", text, got, want)
				}
				if hasNested(mt.Descriptor(), nil) {
					return
				}
				oracle := mt.New()
				if err := protojson.Unmarshal(text, oracle.Interface()); err != nil {
					t.Fatalf("protojson refuses %s: %v", text, err)
				}
				if !proto.Equal(want.Interface(), oracle.Interface()) {
					t.Fatalf("protojson reads %s as %v, want %v", text, oracle, want)
				}
			})
		})
	}
}

// hasNested reports whether protojson would read a message differently.
func hasNested(d protoreflect.MessageDescriptor, above []protoreflect.FullName) bool {
	if slices.Contains(above, d.FullName()) {
		return false
	}
	for i := range d.Fields().Len() {
		f := d.Fields().Get(i)
		if wirejson.Form(f) == discoveryv1.JsonForm_JSON_FORM_NESTED {
			return true
		}
		if f.Message() != nil && hasNested(f.Message(), append(above, d.FullName())) {
			return true
		}
	}
	return false
}

// FuzzUnmarshal holds that no body panics, that every refusal says something,
// and that what was read is written and read again as the same message.
func FuzzUnmarshal(f *testing.F) {
	for i, seed := range []string{
		`{"team":"t","tools":[{"name":"a","parameters":{"type":"object"},"deprecation":{"sunset":"x"}}],"prune":true}`,
		`{"query":"q","limit":5,"min_revision":"7","families":["a"]}`, `{"transcript":[{"role":"user"}],"scope":{"domains":["d"]}}`,
		`{"created_at":"2026-01-02T03:04:05.6Z"}`, `{"a":`, `{"query":"\ud83d"}`, "{\"query\":\"\xff\"}", `null`, ``, `{"query":1e9,"query":2}`,
	} {
		f.Add(uint8(i*7), []byte(seed))
	}
	codec := wirejson.New()
	types := messageTypes(f)
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		mt := types[int(which)%len(types)]
		m := mt.New()
		if err := codec.Unmarshal(data, m.Interface()); err != nil {
			if len(err.Violations) == 0 || err.Violations[0].Description == "" {
				t.Fatalf("Unmarshal(%q) = %+v, which does not say what is wrong", data, err)
			}
			return
		}
		text, err := codec.Marshal(m.Interface())
		if err != nil {
			t.Fatalf("read %q, but cannot write it: %v", data, err)
		}
		again := mt.New()
		if err := codec.Unmarshal(text, again.Interface()); err != nil {
			t.Fatalf("wrote %q as %q, but cannot read it: %v", data, text, err)
		}
		if !proto.Equal(m.Interface(), again.Interface()) {
			t.Fatalf("read %q, wrote %q, read another message", data, text)
		}
	})
}
