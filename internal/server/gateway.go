package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/wirejson"
)

// newGateway translates HTTP into calls on conn.
func newGateway(ctx context.Context, conn *grpc.ClientConn, f *front) (http.Handler, error) {
	mux := runtime.NewServeMux(
		runtime.WithMarshalerOption(runtime.MIMEWildcard, jsonDoor{wirejson.New()}),
		runtime.WithIncomingHeaderMatcher(passRequestID),
		runtime.WithOutgoingHeaderMatcher(passNothing),
		runtime.WithOutgoingTrailerMatcher(passNothing),
		runtime.WithErrorHandler(f.gatewayError),
		runtime.WithDisablePathLengthFallback(),
		runtime.WithDisableHTTPMethodOverride(),
	)
	err := errors.Join(
		discoveryv1.RegisterRegistryServiceHandler(ctx, mux, conn),
		discoveryv1.RegisterSearchServiceHandler(ctx, mux, conn),
		discoveryv1.RegisterProjectionServiceHandler(ctx, mux, conn),
		discoveryv1.RegisterValidationServiceHandler(ctx, mux, conn),
	)
	return mux, err
}

// passRequestID is the allow-list of headers; the gateway itself always passes
// Authorization, which the front takes away where it means nothing.
func passRequestID(key string) (string, bool) { return requestIDHeader, key == requestIDKeyHTTP }

// passNothing keeps gRPC's metadata off the HTTP answer; the front has set the id.
func passNothing(string) (string, bool) { return "", false }

// gatewayError answers what the chain refused, and what the decoder did.
func (f *front) gatewayError(ctx context.Context, _ *runtime.ServeMux, _ runtime.Marshaler, w http.ResponseWriter, r *http.Request, err error) {
	if body, ok := r.Body.(*requestBody); ok && body.refusal != nil {
		f.refuse(w, r, body.refusal)
		return
	}
	st := status.Convert(err)
	if reasonIn(st) == "" {
		// The chain gives every error its reason, so this one is of the gateway or its connection.
		st = f.recorder.explain(ctx, exchangeOf(ctx).method, err)
	}
	writeStatus(w, st)
}

// jsonDoor is the codec as the gateway wants it.
type jsonDoor struct{ codec *wirejson.Codec }

// ContentType implements runtime.Marshaler.
func (jsonDoor) ContentType(any) string { return "application/json" }

// Marshal implements runtime.Marshaler.
func (j jsonDoor) Marshal(v any) ([]byte, error) {
	m, ok := v.(proto.Message)
	if !ok {
		return nil, fmt.Errorf("%T is no message", v)
	}
	return j.codec.Marshal(m)
}

// Unmarshal implements runtime.Marshaler.
func (j jsonDoor) Unmarshal(data []byte, v any) error {
	m, err := messageIn(v)
	if err != nil {
		return err
	}
	if refusal := j.codec.Unmarshal(data, m); refusal != nil {
		return refusal
	}
	return nil
}

// NewDecoder implements runtime.Marshaler.
func (j jsonDoor) NewDecoder(r io.Reader) runtime.Decoder {
	return runtime.DecoderFunc(func(v any) error {
		body, ok := r.(*requestBody)
		if !ok {
			return fmt.Errorf("a body of type %T did not pass the front", r)
		}
		err := j.Unmarshal(body.text, v)
		errors.As(err, &body.refusal)
		return err
	})
}

// NewEncoder implements runtime.Marshaler.
func (j jsonDoor) NewEncoder(w io.Writer) runtime.Encoder {
	return runtime.EncoderFunc(func(v any) error {
		text, err := j.Marshal(v)
		if err != nil {
			return err
		}
		_, err = w.Write(text)
		return err
	})
}

// messageIn returns the message to decode into. Where the body is one field of
// the request, the gateway passes a pointer to that field, still nil.
func messageIn(v any) (proto.Message, error) {
	if m, ok := v.(proto.Message); ok {
		return m, nil
	}
	field := reflect.ValueOf(v)
	if field.Kind() != reflect.Pointer || field.Elem().Kind() != reflect.Pointer {
		return nil, fmt.Errorf("%T is no message", v)
	}
	field.Elem().Set(reflect.New(field.Elem().Type().Elem()))
	m, ok := reflect.TypeAssert[proto.Message](field.Elem())
	if !ok {
		return nil, fmt.Errorf("%T is no message", v)
	}
	return m, nil
}
