// Package problem is the one vocabulary for what can go wrong with a request.
//
// The core and the store speak in reasons; internal/server holds the only
// table from a reason to a gRPC code and an HTTP status.
package problem

import "fmt"

// Reason is the machine-readable name of an error (contract section 10).
type Reason string

// The closed set of reasons.
const (
	InvalidField          Reason = "INVALID_ARGUMENT_FIELD"
	InvalidJSON           Reason = "INVALID_JSON"
	InvalidSchema         Reason = "INVALID_SCHEMA"
	OverrideReasonMissing Reason = "OVERRIDE_REASON_MISSING"
	LimitExceeded         Reason = "LIMIT_EXCEEDED"
	ToolNameTaken         Reason = "TOOL_NAME_TAKEN"
	ConceptTaken          Reason = "CONCEPT_TAKEN"
	RequestIDReused       Reason = "REQUEST_ID_REUSED"
	VersionMismatch       Reason = "VERSION_MISMATCH"
	IncompatibleSchema    Reason = "INCOMPATIBLE_SCHEMA"
	ExpectationFailed     Reason = "EXPECTATION_FAILED"
	UnknownTool           Reason = "UNKNOWN_TOOL"
	UnknownVersion        Reason = "UNKNOWN_VERSION"
	UnknownCatalog        Reason = "UNKNOWN_CATALOG"
	UnknownConcept        Reason = "UNKNOWN_CONCEPT"
	UnknownRoute          Reason = "UNKNOWN_ROUTE"
	Unauthenticated       Reason = "UNAUTHENTICATED"
	PermissionDenied      Reason = "PERMISSION_DENIED"
	NamespaceNotOwned     Reason = "NAMESPACE_NOT_OWNED"
	NotOwner              Reason = "NOT_OWNER"
	OriginRefused         Reason = "ORIGIN_REFUSED"
	UnsupportedMediaType  Reason = "UNSUPPORTED_MEDIA_TYPE"
	DeadlineExceeded      Reason = "DEADLINE_EXCEEDED"
	Overloaded            Reason = "OVERLOADED"
	RevisionNotReached    Reason = "REVISION_NOT_REACHED"
	NotReady              Reason = "NOT_READY"
	StoreUnavailable      Reason = "STORE_UNAVAILABLE"
	NotImplemented        Reason = "NOT_IMPLEMENTED"
	MethodNotAllowed      Reason = "METHOD_NOT_ALLOWED"
)

// Violation is one thing wrong with one field.
type Violation struct {
	// Field is a JSON pointer into the request, such as /tools/3/name.
	Field string
	// Reason is the reason this violation alone would have.
	Reason Reason
	// Description says what was wrong, what was got, what is allowed.
	Description string
}

// sentence is the violation with its place; the root has none to name.
func (v Violation) sentence() string {
	if v.Field == "" {
		return v.Description
	}
	return v.Field + ": " + v.Description
}

// Error is an answer to a caller, not a fault of the service.
type Error struct {
	Reason Reason
	// Message says what was wrong and what to do next.
	Message string
	// Violations lists every bad field; their order is the request's.
	Violations []Violation
	// Metadata carries machine-readable details such as owner and version.
	Metadata map[string]string
}

// Error implements error.
func (e *Error) Error() string { return string(e.Reason) + ": " + e.Message }

// New is an error that concerns no single field.
func New(reason Reason, format string, args ...any) *Error {
	return &Error{Reason: reason, Message: fmt.Sprintf(format, args...)}
}

// At is an error that concerns one field.
func At(field string, reason Reason, format string, args ...any) *Error {
	v := Violation{Field: field, Reason: reason, Description: fmt.Sprintf(format, args...)}
	return &Error{Reason: reason, Message: v.sentence(), Violations: []Violation{v}}
}

// With adds one metadata entry and returns e.
func (e *Error) With(key, value string) *Error {
	if e.Metadata == nil {
		e.Metadata = map[string]string{}
	}
	e.Metadata[key] = value
	return e
}

// List collects violations.
type List []Violation

// Add appends one violation.
func (l *List) Add(field string, reason Reason, format string, args ...any) {
	*l = append(*l, Violation{Field: field, Reason: reason, Description: fmt.Sprintf(format, args...)})
}

// Err returns nil for an empty list, else one error that carries every
// violation; its reason is the first one's.
func (l List) Err() error {
	switch len(l) {
	case 0:
		return nil
	case 1:
		return &Error{Reason: l[0].Reason, Message: l[0].sentence(), Violations: l}
	}
	return &Error{
		Reason:     l[0].Reason,
		Message:    fmt.Sprintf("%d problems, the first: %s", len(l), l[0].sentence()),
		Violations: l,
	}
}
