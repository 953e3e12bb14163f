package server

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"

	"github.com/discoveryd/discoveryd/internal/problem"
)

// requestBody is a body that was read within its limit. The gateway hands it
// to the decoder, which leaves behind why it could not read it: the generated
// code in between keeps no more than the error's text.
type requestBody struct {
	*bytes.Reader
	text    []byte
	refusal *problem.Error
}

// Close implements io.Closer.
func (b *requestBody) Close() error { return nil }

// tolerated is how many bytes beyond its limit are read of a body before the connection is cut.
const tolerated = 64 << 10

// readBody reads a request's body, decompressed, within the policy.
func readBody(w http.ResponseWriter, r *http.Request, p policy) (*requestBody, *problem.Error) {
	if refusal := checkMediaType(r); refusal != nil {
		return nil, refusal
	}
	zipped, refusal := isGzip(r, p)
	if refusal != nil {
		return nil, refusal
	}
	if r.ContentLength > int64(p.maxBytes) {
		// Many clients read no answer before their body is away, so a body
		// that is only a little too large is let in, to nowhere.
		_, _ = io.CopyN(io.Discard, r.Body, int64(p.maxBytes)+tolerated)
		return nil, p.tooLarge()
	}
	var source io.Reader = http.MaxBytesReader(w, r.Body, int64(p.maxBytes))
	if zipped {
		unzipped, err := gzip.NewReader(source)
		if err != nil {
			return nil, unreadable(err, p)
		}
		source = unzipped
	}
	text, err := readAtMost(source, p.maxBytes, r.ContentLength)
	if err != nil {
		return nil, unreadable(err, p)
	}
	if len(text) > p.maxBytes {
		return nil, p.tooLarge()
	}
	return &requestBody{Reader: bytes.NewReader(text), text: text}, nil
}

// readAtMost reads up to one byte more than max. The announced length sizes
// the buffer, but is believed for the first megabyte only.
func readAtMost(source io.Reader, max int, announced int64) ([]byte, error) {
	const believed = 1 << 20
	var text bytes.Buffer
	if announced > 0 {
		text.Grow(int(min(announced, believed)) + bytes.MinRead)
	}
	_, err := text.ReadFrom(io.LimitReader(source, int64(max)+1))
	return text.Bytes(), err
}

// unreadable says why a body did not come in whole.
func unreadable(err error, p policy) *problem.Error {
	var tooLong *http.MaxBytesError
	switch {
	case errors.As(err, &tooLong):
		return p.tooLarge()
	case errors.Is(err, os.ErrDeadlineExceeded):
		return problem.New(problem.DeadlineExceeded, "the request's body did not arrive in time")
	case errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum):
		return problem.New(problem.InvalidJSON, "the request's body is not gzip although Content-Encoding says so")
	default:
		return problem.New(problem.InvalidJSON, "the request's body ended early or is damaged")
	}
}

// checkMediaType lets JSON in UTF-8 pass. Form posts are refused here, and so
// is what a web page can send elsewhere without asking.
func checkMediaType(r *http.Request) *problem.Error {
	kind, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	charset := parameters["charset"]
	if err != nil || kind != "application/json" || charset != "" && !strings.EqualFold(charset, "utf-8") {
		return problem.New(problem.UnsupportedMediaType,
			"got Content-Type %q, want application/json", shorten(r.Header.Get("Content-Type"), 64))
	}
	return nil
}

func isGzip(r *http.Request, p policy) (bool, *problem.Error) {
	switch encoding := strings.Join(r.Header.Values("Content-Encoding"), ", "); {
	case encoding == "" || strings.EqualFold(encoding, "identity"):
		return false, nil
	case !p.gzip:
		return false, problem.New(problem.UnsupportedMediaType,
			"got Content-Encoding %q, which only apply, register and project take", shorten(encoding, 64))
	case strings.EqualFold(encoding, "gzip"):
		return true, nil
	default:
		return false, problem.New(problem.UnsupportedMediaType, "got Content-Encoding %q, want gzip or none", shorten(encoding, 64))
	}
}
