package cli

import (
	"context"
	"errors"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/manifest"
)

type applyCommand struct {
	clientFlags
	Paths        []string `arg:"" name:"path" help:"Manifest files or folders of them (*.yaml, *.yml, *.json); - is standard input."`
	DryRun       bool     `help:"Print the plan and every problem, and change nothing."`
	Prune        bool     `help:"Delete the team's tools that the manifests do not name."`
	Override     bool     `help:"Take over names of other teams; needs --reason."`
	OverrideName []string `placeholder:"NAME" help:"Take over only these names, and kind/id of concepts."`
	Reason       string   `help:"Why names are taken over."`
	RequestID    string   `name:"request-id" placeholder:"ID" help:"Makes a retry within 24 hours get the first answer."`
	Team         string   `help:"The team of documents that name none; documents of another team are refused."`
}

// Help is the command's longer help.
func (c *applyCommand) Help() string {
	return "Documents of one team are applied together, all or nothing. Several teams take one apply each, " +
		"in the order of their first documents; the first refusal ends the run, and what was applied before it stays."
}

// Run applies one manifest per team.
func (c *applyCommand) Run(ctx context.Context, s *session) error {
	manifests, err := manifest.Load(manifest.Source{Paths: c.Paths, Stdin: s.stdin, Team: c.Team})
	if err != nil {
		return err
	}
	conn, err := c.dial()
	if err != nil {
		return err
	}
	defer conn.Close() //nolint:errcheck // nothing is left to send
	a := applier{flags: c, session: s, registry: discoveryv1.NewRegistryServiceClient(conn)}
	if c.DryRun {
		return a.plan(ctx, manifests)
	}
	return a.commit(ctx, manifests)
}

// applier sends the manifests of one run.
type applier struct {
	flags    *applyCommand
	session  *session
	registry discoveryv1.RegistryServiceClient
}

// plan makes every team's dry run, so that all problems show at once.
func (a applier) plan(ctx context.Context, manifests []manifest.Manifest) error {
	var verdict error
	for _, m := range manifests {
		answer, err := a.call(ctx, m, true)
		if err != nil {
			return located(err, m)
		}
		if len(answer.GetProblems()) > 0 {
			verdict = errNo
		}
		if err := a.print(answer, m); err != nil {
			return err
		}
	}
	return verdict
}

func (a applier) commit(ctx context.Context, manifests []manifest.Manifest) error {
	for i, m := range manifests {
		answer, err := a.call(ctx, m, false)
		if err != nil {
			for _, left := range manifests[i+1:] {
				a.session.err.Line("team %s: not applied", left.Request.GetTeam())
			}
			return a.explain(ctx, m, err)
		}
		if err := a.print(answer, m); err != nil {
			return err
		}
	}
	return nil
}

func (a applier) call(ctx context.Context, m manifest.Manifest, dryRun bool) (*discoveryv1.ApplyToolsResponse, error) {
	request := m.Request
	request.Catalog = a.flags.Catalog
	request.Prune = a.flags.Prune
	request.Override = a.flags.Override
	request.OverrideNames = a.flags.OverrideName
	request.Reason = a.flags.Reason
	request.RequestId = a.flags.RequestID
	request.DryRun = dryRun
	if err := fits(request, limits.ApplyBody, "apply_body"); err != nil {
		return nil, err
	}
	ctx, cancel := patience(ctx, limits.ApplyDeadlineMS)
	defer cancel()
	done := a.session.err.Status("applying %s of team %s …", count(len(request.GetTools()), "tool"), request.GetTeam())
	defer done()
	answer, err := a.registry.ApplyTools(ctx, request)
	if err != nil {
		return nil, answered(err, a.flags.Server)
	}
	return answer, nil
}

// explain finds all reasons for a refusal. An error can carry only so many;
// when there are more, a dry run tells them all.
func (a applier) explain(ctx context.Context, m manifest.Manifest, err error) error {
	var refused refusedError
	if !errors.As(err, &refused) {
		return err
	}
	if listed, total := violations(refused.answer); total > len(listed) {
		plan, planErr := a.call(ctx, m, true)
		if planErr == nil && len(plan.GetProblems()) > 0 {
			refused.lines = problemLines(plan.GetProblems(), m)
			return refused
		}
	}
	return located(refused, m)
}

// located says of every bad field where it was written.
func located(err error, m manifest.Manifest) error {
	var refused refusedError
	if !errors.As(err, &refused) {
		return err
	}
	listed, total := violations(refused.answer)
	for _, v := range listed {
		refused.lines = append(refused.lines, problemLine(v.field, v.description, m))
	}
	if total > len(listed) {
		refused.lines = append(refused.lines, "and "+count(total-len(listed), "more problem"))
	}
	return refused
}

func problemLines(problems []*discoveryv1.Problem, m manifest.Manifest) []string {
	lines := make([]string, len(problems))
	for i, p := range problems {
		lines[i] = problemLine(p.GetField(), p.GetDescription(), m)
	}
	return lines
}

// problemLine is "file:line: message (pointer)", the pointer being into the document of that file.
func problemLine(field, message string, m manifest.Manifest) string {
	position, ok := m.Position(field)
	if !ok {
		return field + ": " + message
	}
	return manifest.Problem{Position: position, Message: message}.String()
}
