package server

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"strings"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/status"

	"github.com/discoveryd/discoveryd/internal/problem"
)

// errorBody is google.rpc.Status as JSON with the reason on top, so that a
// refused scaffolding call reads as failed to every transcript reader (contract 10).
type errorBody struct {
	Error   string `json:"error"`
	Code    int    `json:"code"`
	Message string `json:"message"`
	Details []any  `json:"details"`
}

type errorInfo struct {
	Type     string            `json:"@type"`
	Reason   string            `json:"reason"`
	Domain   string            `json:"domain"`
	Metadata map[string]string `json:"metadata"`
}

type badRequest struct {
	Type            string           `json:"@type"`
	FieldViolations []fieldViolation `json:"field_violations"`
}

type fieldViolation struct {
	Field       string `json:"field"`
	Description string `json:"description"`
	Reason      string `json:"reason"`
}

const detailType = "type.googleapis.com/google.rpc."

// writeStatus answers an HTTP request with an error. Nothing may have been written before.
func writeStatus(w http.ResponseWriter, st *status.Status) {
	body := errorBody{Code: int(st.Code()), Message: st.Message()}
	metadata := map[string]string{}
	for _, detail := range st.Details() {
		switch d := detail.(type) {
		case *errdetails.ErrorInfo:
			body.Error = d.GetReason()
			maps.Copy(metadata, d.GetMetadata())
			body.Details = append(body.Details, errorInfo{detailType + "ErrorInfo", d.GetReason(), d.GetDomain(), metadata})
		case *errdetails.BadRequest:
			list := make([]fieldViolation, 0, len(d.GetFieldViolations()))
			for _, v := range d.GetFieldViolations() {
				list = append(list, fieldViolation{v.GetField(), v.GetDescription(), v.GetReason()})
			}
			body.Details = append(body.Details, badRequest{detailType + "BadRequest", list})
		}
	}
	text := new(bytes.Buffer)
	encoder := json.NewEncoder(text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(body); err != nil {
		text.Reset() // strings, numbers and maps of strings cannot fail to encode
	}
	header := w.Header()
	header.Set("Content-Type", "application/json")
	code := httpStatus(problem.Reason(body.Error), metadata["limit"])
	switch code {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		header.Set("Retry-After", "1")
	case http.StatusUnauthorized:
		header.Set("WWW-Authenticate", `Bearer realm="discoveryd"`)
	}
	w.WriteHeader(code)
	// A caller that has gone away does not read its error.
	_, _ = w.Write(bytes.TrimRight(text.Bytes(), "\n"))
}

// httpStatus is 413 where the limit passed is a body's (contract 10).
func httpStatus(reason problem.Reason, limit string) int {
	if reason == problem.LimitExceeded && strings.HasSuffix(limit, "_body") {
		return http.StatusRequestEntityTooLarge
	}
	return outcomeOf(reason).http
}
