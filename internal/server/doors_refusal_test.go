package server_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// refusal is an error as the contract shapes it, from either door.
type refusal struct {
	reason   string
	code     codes.Code
	message  string
	metadata map[string]string
	fields   []string
	bytes    int // of all violations
}

// refused reads an error body, and fails when anything of it is not as contract 10 says.
func (a answer) refused(t *testing.T) refusal {
	t.Helper()
	var body struct {
		Error   string            `json:"error"`
		Code    int               `json:"code"`
		Message string            `json:"message"`
		Details []json.RawMessage `json:"details"`
	}
	strictly(t, []byte(a.body), &body)
	if ct := a.header.Get("Content-Type"); ct != "application/json" {
		t.Errorf("Content-Type %q of an error", ct)
	}
	if a.status < 400 || body.Error == "" || body.Message == "" || len(body.Details) == 0 {
		t.Fatalf("status %d, body %s", a.status, a.body)
	}
	var info struct {
		Type     string            `json:"@type"`
		Reason   string            `json:"reason"`
		Domain   string            `json:"domain"`
		Metadata map[string]string `json:"metadata"`
	}
	strictly(t, body.Details[0], &info)
	if info.Type != "type.googleapis.com/google.rpc.ErrorInfo" || info.Reason != body.Error || info.Domain != "discoveryd" || info.Metadata == nil {
		t.Errorf("ErrorInfo %s", body.Details[0])
	}
	r := refusal{reason: body.Error, code: codes.Code(body.Code), message: body.Message, metadata: info.Metadata}
	if len(body.Details) == 1 {
		return r
	}
	var bad struct {
		Type            string `json:"@type"`
		FieldViolations []struct {
			Field       string `json:"field"`
			Description string `json:"description"`
			Reason      string `json:"reason"`
		} `json:"field_violations"`
	}
	strictly(t, body.Details[1], &bad)
	for _, v := range bad.FieldViolations {
		r.fields = append(r.fields, v.Field)
		r.bytes += len(v.Field) + len(v.Description) + len(v.Reason)
	}
	if bad.Type != "type.googleapis.com/google.rpc.BadRequest" || len(r.fields) == 0 || len(body.Details) > 2 {
		t.Errorf("details %s", body.Details)
	}
	return r
}

func strictly(t *testing.T, text []byte, into any) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

// refusedBy reads the same from a gRPC error.
func refusedBy(t *testing.T, err error) refusal {
	t.Helper()
	st := status.Convert(err)
	r := refusal{code: st.Code(), message: st.Message()}
	for _, detail := range st.Details() {
		switch d := detail.(type) {
		case *errdetails.ErrorInfo:
			r.reason, r.metadata = d.GetReason(), d.GetMetadata()
		case *errdetails.BadRequest:
			for _, v := range d.GetFieldViolations() {
				r.fields = append(r.fields, v.GetField())
				r.bytes += len(v.GetField()) + len(v.GetDescription()) + len(v.GetReason())
			}
		default:
			t.Errorf("detail %T", d)
		}
	}
	return r
}
