package cli_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/testing/protocmp"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
)

const kites = `team: kites
tools:
- name: kite.fly
  description: Let a kite rise.
- name: kite.fold
  description: Fold a kite.
---
team: boats
tools:
- name: boat.sail
  description: Sail.
`

// refusal is an error as the server sends it.
func refusal(t *testing.T, code codes.Code, reason, message, problems string, fields ...*errdetails.BadRequest_FieldViolation) error {
	t.Helper()
	info := &errdetails.ErrorInfo{Reason: reason, Domain: "discoveryd", Metadata: map[string]string{}}
	if problems != "" {
		info.Metadata["problems"] = problems
	}
	s, err := status.New(code, message).WithDetails(info, &errdetails.BadRequest{FieldViolations: fields})
	if err != nil {
		t.Fatal(err)
	}
	return s.Err()
}

func TestApplyPrintsWhatChangedForEachTeam(t *testing.T) {
	server := &canned{answers: []any{
		&discoveryv1.ApplyToolsResponse{Revision: 7, Changes: []*discoveryv1.ToolChange{
			{Name: "kite.fly", Action: "created", Version: 1, Digest: "0123456789abcdef", Warnings: []*discoveryv1.Warning{
				{Code: "NO_CAPABILITY", Field: "/tools/0/capabilities", Message: "The tool has no capability."},
			}},
			{Name: "kite.fold", Action: "unchanged", Version: 3, Digest: "fedcba9876543210"},
		}, ConceptChanges: []*discoveryv1.ConceptChange{{Kind: "entity", Id: "kite", Action: "created"}}},
		&discoveryv1.ApplyToolsResponse{Revision: 8, Changes: []*discoveryv1.ToolChange{
			{Name: "boat.sail", Action: "overridden", Version: 12, Digest: "00112233445566"},
		}},
	}}
	path := file(t, "tools.yaml", kites)
	got := run(t, "", "apply", "--server", server.start(t), "--override", "--reason", "ours now", path)
	want := outcome{out: `ACTION   KIND    NAME      VERSION  DIGEST
created  tool    kite.fly  1        0123456789ab
created  entity  kite
PATH:3: warning NO_CAPABILITY: The tool has no capability. (/tools/0/capabilities)
team kites: 2 created, 1 unchanged; catalog default is at revision 7
ACTION      KIND  NAME       VERSION  DIGEST
overridden  tool  boat.sail  12       001122334455
team boats: 1 overridden; catalog default is at revision 8
`}
	got.out = strings.ReplaceAll(got.out, path, "PATH")
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(outcome{})); diff != "" {
		t.Errorf("apply (-want +got):\n%s", diff)
	}
	sent := &discoveryv1.ApplyToolsRequest{
		Catalog: "default", Team: "boats", Override: true, Reason: "ours now",
		Tools: []*discoveryv1.ToolInput{{Name: "boat.sail", Description: "Sail."}},
	}
	if diff := cmp.Diff(sent, server.asked[1], protocmp.Transform()); diff != "" {
		t.Errorf("second request (-want +got):\n%s", diff)
	}
}

func TestApplyDryRunPrintsThePlanAndEveryProblem(t *testing.T) {
	server := &canned{answers: []any{
		&discoveryv1.ApplyToolsResponse{
			Revision: 7,
			Changes:  []*discoveryv1.ToolChange{{Name: "kite.fly", Action: "created", Version: 1, Digest: "0123456789abcdef"}},
			Problems: []*discoveryv1.Problem{
				{Field: "/tools/1/name", Description: "is taken\x1b[2J", Reason: "TOOL_NAME_TAKEN"},
				{Field: "/reason", Description: "is missing", Reason: "OVERRIDE_REASON_MISSING"},
			},
		},
		&discoveryv1.ApplyToolsResponse{Revision: 7},
	}}
	got := run(t, kites, "apply", "--server", server.start(t), "--dry-run", "-")
	want := outcome{code: 1, out: `ACTION   KIND  NAME      VERSION  DIGEST
created  tool  kite.fly  1        0123456789ab
stdin:5: is taken\x1b[2J (/tools/1/name)
/reason: is missing
team kites: would be refused for 2 problems; catalog default is at revision 7
team boats: dry run: nothing to do; catalog default is at revision 7
`}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(outcome{})); diff != "" {
		t.Errorf("apply --dry-run (-want +got):\n%s", diff)
	}
}

func TestApplyRefusedNamesFileAndLineAndWhatWasLeft(t *testing.T) {
	server := &canned{answers: []any{refusal(t, codes.AlreadyExists, "TOOL_NAME_TAKEN", `"kite.fold" belongs to team "sky"`, "",
		&errdetails.BadRequest_FieldViolation{Field: "/tools/1/name", Description: "belongs to team sky"})}}
	got := run(t, kites, "apply", "--server", server.start(t), "-")
	want := outcome{code: 3, err: `team boats: not applied
stdin:5: belongs to team sky (/tools/1/name)
discoveryd: refused, TOOL_NAME_TAKEN: "kite.fold" belongs to team "sky"
`}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(outcome{})); diff != "" {
		t.Errorf("apply (-want +got):\n%s", diff)
	}
}

func TestApplyAsksADryRunForTheProblemsAnErrorCannotCarry(t *testing.T) {
	server := &canned{answers: []any{
		refusal(t, codes.InvalidArgument, "INVALID_ARGUMENT_FIELD", "2 problems", "2",
			&errdetails.BadRequest_FieldViolation{Field: "/tools/0/name", Description: "is bad"}),
		&discoveryv1.ApplyToolsResponse{Problems: []*discoveryv1.Problem{
			{Field: "/tools/0/name", Description: "is bad"},
			{Field: "/tools/1/description", Description: "is empty"},
		}},
	}}
	got := run(t, kites, "apply", "--server", server.start(t), "-")
	if want := "stdin:3: is bad (/tools/0/name)\nstdin:6: is empty (/tools/1/description)\n"; got.code != 3 || !strings.Contains(got.err, want) {
		t.Errorf("apply = %+v, want code 3 and\n%s", got, want)
	}
	if r, ok := server.asked[1].(*discoveryv1.ApplyToolsRequest); !ok || !r.GetDryRun() {
		t.Errorf("second request = %v, want a dry run", server.asked[1])
	}
}

func TestApplySendsNothingWhenAManifestIsBad(t *testing.T) {
	server := &canned{}
	got := run(t, "team: a\ntols: []\n", "apply", "--server", server.start(t), "-")
	want := outcome{code: 2, err: `stdin:2: unknown key "tols": did you mean tools? (/tols)
discoveryd: 1 problem; nothing was sent
`}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(outcome{})); diff != "" {
		t.Errorf("apply (-want +got):\n%s", diff)
	}
	if len(server.asked) != 0 {
		t.Errorf("sent %v", server.asked)
	}
}

func TestApplyListsOnlyTheFirstWarningsOfOneKind(t *testing.T) {
	answer := &discoveryv1.ApplyToolsResponse{Revision: 1}
	for range 8 {
		answer.Changes = append(answer.Changes, &discoveryv1.ToolChange{
			Name: "kite.fly", Action: "unchanged", Warnings: []*discoveryv1.Warning{{Code: "NO_CAPABILITY", Message: "none"}},
		})
	}
	server := &canned{answers: []any{answer}}
	got := run(t, "team: a\ntools: []\n", "apply", "--server", server.start(t), "-")
	if n := strings.Count(got.out, "warning NO_CAPABILITY: none"); n != 5 {
		t.Errorf("%d warnings printed, want 5", n)
	}
	if want := "and 3 more warnings NO_CAPABILITY; --output json lists all\n"; !strings.Contains(got.out, want) {
		t.Errorf("apply printed\n%s, want %s", got.out, want)
	}
}
