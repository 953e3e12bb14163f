package server

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"strings"

	"github.com/discoveryd/discoveryd/internal/problem"
)

// minToken is the fewest characters of a token: 16 random ones cannot be guessed.
const minToken = 16

// ReadToken reads the bearer token of both doors from a file. White space
// around it is dropped. An empty, short or broken token is an error, because
// half-set security is worse than none.
func ReadToken(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("read the token file: %w", err)
	}
	token := strings.TrimSpace(string(text))
	if err := checkToken(token); err != nil {
		return "", fmt.Errorf("token file %s: %w", path, err)
	}
	return token, nil
}

func checkToken(token string) error {
	if len(token) < minToken {
		return fmt.Errorf("the token has %d characters, want at least %d", len(token), minToken)
	}
	for i := range len(token) {
		if token[i] <= ' ' || token[i] > '~' {
			return errors.New("the token may have printable ASCII characters without blanks only")
		}
	}
	return nil
}

// entrance decides who may come in. With a token the token decides. Without
// one only this machine may, and a web page in a browser on this machine may
// not: that is what Host and Origin are checked for (DNS rebinding).
type entrance struct {
	token  bool
	digest [sha256.Size]byte
}

func newEntrance(token string) entrance {
	return entrance{token: token != "", digest: sha256.Sum256([]byte(token))}
}

// visitor is what a request says about itself.
type visitor struct {
	host          string // Host, or :authority on gRPC
	origin        []string
	authorization []string
}

// admit returns nil or the refusal.
func (e entrance) admit(v visitor) *problem.Error {
	if e.token {
		return e.checkToken(v.authorization)
	}
	if !isLoopbackHost(v.host) {
		return problem.New(problem.OriginRefused,
			"host %q is not this machine; without a token file only localhost, 127.0.0.0/8 and [::1] are served", shorten(v.host, 64))
	}
	for _, origin := range v.origin {
		// A page without an origin of its own sends "null", which is no URL of this machine.
		if u, err := url.Parse(origin); err != nil || !isLoopbackHost(u.Host) {
			return problem.New(problem.OriginRefused, "origin %q is not this machine; web pages from elsewhere are refused", shorten(origin, 64))
		}
	}
	return nil
}

func (e entrance) checkToken(authorization []string) *problem.Error {
	if len(authorization) == 0 {
		return problem.New(problem.Unauthenticated, "this server wants a token: send the header Authorization: Bearer TOKEN")
	}
	scheme, token, _ := strings.Cut(authorization[0], " ")
	// Hashes have one length, so that the comparison's time says nothing of the token.
	digest := sha256.Sum256([]byte(strings.TrimSpace(token)))
	same := subtle.ConstantTimeCompare(digest[:], e.digest[:]) == 1
	if len(authorization) > 1 || !strings.EqualFold(scheme, "Bearer") || !same {
		return problem.New(problem.Unauthenticated, "the token is not valid: send the one of the server's token file as Authorization: Bearer TOKEN")
	}
	return nil
}

// isLoopbackHost reports whether a host, with or without port, names this machine by its loopback.
func isLoopbackHost(hostport string) bool {
	host := hostport
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		host = h
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	if strings.EqualFold(host, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.Unmap().IsLoopback()
}
