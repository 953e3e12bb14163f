package server

import (
	"strconv"
	"strings"
	"time"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
)

// policy is what one method may cost (contract 9). Both doors hold to it, each
// counting the bytes that it received.
type policy struct {
	maxBytes  int
	limitName string
	gzip      bool
	deadline  time.Duration // 0 for calls that are none of ours, such as a health watch
}

func policyOf(method string) policy {
	const ordinary = limits.DeadlineMS * time.Millisecond
	const apply = limits.ApplyDeadlineMS * time.Millisecond
	switch method {
	case discoveryv1.RegistryService_ApplyTools_FullMethodName, discoveryv1.RegistryService_RegisterTool_FullMethodName:
		return policy{limits.ApplyBody, "apply_body", true, apply}
	case discoveryv1.ProjectionService_Project_FullMethodName, discoveryv1.ProjectionService_Why_FullMethodName:
		return policy{limits.ProjectBody, "project_body", true, ordinary}
	}
	p := policy{maxBytes: limits.OtherBody, limitName: "other_body"}
	if strings.HasPrefix(method, "/discovery.v1.") {
		p.deadline = ordinary
	}
	return p
}

// tooLarge is the answer to a request of more than the policy's bytes.
func (p policy) tooLarge() *problem.Error {
	return problem.New(problem.LimitExceeded, "the request is larger than %d bytes (limit %s); send it in parts", p.maxBytes, p.limitName).
		With("limit", p.limitName).With("maximum", strconv.Itoa(p.maxBytes))
}
