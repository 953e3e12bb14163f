package server

import (
	"context"
	"crypto/rand"
	"encoding/hex"
)

// requestIDHeader carries the id in both directions, on both doors.
const requestIDHeader = "x-request-id"

type requestIDKey struct{}

// RequestID returns the id under which a call is logged and answered.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}

func withRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestIDKey{}, id)
}

// requestID takes the caller's id when it is fit for a log line and a header,
// else makes one. It has nothing to do with the request_id of an apply.
func requestID(given []string) string {
	if len(given) == 1 && isRequestID(given[0]) {
		return given[0]
	}
	var random [12]byte
	_, _ = rand.Read(random[:]) // never fails, says its documentation
	return hex.EncodeToString(random[:])
}

func isRequestID(id string) bool {
	if id == "" || len(id) > 128 {
		return false
	}
	for i := range len(id) {
		b := id[i]
		letter := 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9'
		if !letter && b != '-' && b != '_' && b != '.' && b != ':' {
			return false
		}
	}
	return true
}
