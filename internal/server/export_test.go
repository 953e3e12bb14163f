package server

import "time"

// SetReadTimes shortens how long a caller may take to send headers and body.
// It is to be called before Run.
func (s *Server) SetReadTimes(header, body time.Duration) {
	s.http.ReadHeaderTimeout, s.http.ReadTimeout = header, body
}
