package server

import (
	"net/http"
	"slices"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
)

// apiServices are the services of both doors.
func apiServices() []protoreflect.ServiceDescriptor {
	return []protoreflect.ServiceDescriptor{
		discoveryv1.File_discovery_v1_registry_proto.Services().ByName("RegistryService"),
		discoveryv1.File_discovery_v1_search_proto.Services().ByName("SearchService"),
		discoveryv1.File_discovery_v1_projection_proto.Services().ByName("ProjectionService"),
		discoveryv1.File_discovery_v1_validation_proto.Services().ByName("ValidationService"),
	}
}

func methodName(method protoreflect.MethodDescriptor) string {
	return "/" + string(method.Parent().FullName()) + "/" + string(method.Name())
}

// Methods are the full names of all methods served, for the metrics' label.
func Methods() []string {
	names := []string{
		"/grpc.health.v1.Health/Check", "/grpc.health.v1.Health/List", "/grpc.health.v1.Health/Watch",
		"/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
		"/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
	}
	for _, r := range newRoutes() {
		names = append(names, r.rpc)
	}
	return names
}

// route is one HTTP binding of one RPC, as its google.api.http option says.
// The gateway has the same patterns compiled in; the front reads them once
// more because limits, media type and query depend on the method, and must be
// checked before the gateway reads anything.
type route struct {
	rpc      string
	method   string   // of HTTP
	segments []string // of the path; a variable keeps its braces
	verb     string   // after the last colon, or empty
	input    protoreflect.MessageDescriptor
}

func (r route) hasBody() bool { return r.method == http.MethodPost || r.method == http.MethodPut }

func newRoutes() []route {
	var routes []route
	for _, service := range apiServices() {
		for i := range service.Methods().Len() {
			routes = append(routes, routeOf(service.Methods().Get(i)))
		}
	}
	return routes
}

func routeOf(method protoreflect.MethodDescriptor) route {
	r := route{rpc: methodName(method), input: method.Input()}
	rule, _ := proto.GetExtension(method.Options(), annotations.E_Http).(*annotations.HttpRule)
	var path string
	switch {
	case rule.GetGet() != "":
		r.method, path = http.MethodGet, rule.GetGet()
	case rule.GetPut() != "":
		r.method, path = http.MethodPut, rule.GetPut()
	case rule.GetPost() != "":
		r.method, path = http.MethodPost, rule.GetPost()
	case rule.GetDelete() != "":
		r.method, path = http.MethodDelete, rule.GetDelete()
	default:
		panic("method " + r.rpc + " has no HTTP binding")
	}
	if colon := strings.LastIndexByte(path, ':'); colon >= 0 {
		path, r.verb = path[:colon], path[colon+1:]
	}
	r.segments = strings.Split(path[1:], "/")
	return r
}

// matches reports whether a path, split at its slashes, is one of the route's.
func (r route) matches(path []string) bool {
	if len(path) != len(r.segments) {
		return false
	}
	for i, want := range r.segments {
		got := path[i]
		if i == len(path)-1 && r.verb != "" {
			var ok bool
			if got, ok = strings.CutSuffix(got, ":"+r.verb); !ok {
				return false
			}
		}
		if isVariable := want[0] == '{'; got == "" || !isVariable && got != want {
			return false
		}
	}
	return true
}

// match finds the route of a request; without one, the methods that the path allows.
func match(routes []route, r *http.Request) (found *route, allowed []string) {
	// A slash inside a name would be a path of its own once it is decoded.
	if !strings.HasPrefix(r.URL.Path, "/") || strings.Contains(strings.ToLower(r.URL.EscapedPath()), "%2f") {
		return nil, nil
	}
	path := strings.Split(r.URL.Path[1:], "/")
	for i := range routes {
		if !routes[i].matches(path) {
			continue
		}
		if routes[i].method == r.Method {
			return &routes[i], nil
		}
		allowed = append(allowed, routes[i].method)
	}
	slices.Sort(allowed)
	return nil, slices.Compact(allowed)
}
