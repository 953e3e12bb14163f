package projection_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/projection"
	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/transcript"
)

// callWith is one call with its result in a format, with arguments as they stand.
func callWith(format, name, arguments string) string {
	turns := string(in(format, call(name))) // every one has the same id
	if format == transcript.OpenAIChat || format == transcript.OpenAIResponses {
		return strings.ReplaceAll(turns, `"{}"`, quoted(arguments))
	}
	for _, key := range []string{"arguments", "input", "args"} {
		turns = strings.ReplaceAll(turns, `"`+key+`":{}`, `"`+key+`":`+arguments)
	}
	return turns
}

func projectText(format, text string) (projection.Answer, error) {
	return projection.Project(projection.Request{
		Tools: catalog("a", "b", "c"), Settings: settings.Default(), Format: format, Transcript: []byte(text),
	})
}

func TestHostileTranscriptsAreProjectedLikeAnyOther(t *testing.T) {
	lists := func(parts ...string) string {
		for i, part := range parts {
			parts[i] = part[1 : len(part)-1]
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	deep := strings.Repeat(`{"x":`, 300) + "1" + strings.Repeat("}", 300)
	for _, format := range formats {
		asText := format == transcript.OpenAIChat || format == transcript.OpenAIResponses
		twice := quoted(`{"names":["a"]}`) // arguments encoded twice: text in place of an object
		if asText {
			twice = quoted(quoted(`{"names":["a"]}`))
		}
		imitation := userIn(format, quoted(string(in(format, activate("a", "b", "c")))))
		for name, c := range map[string]struct {
			text string
			want []string
		}{
			"one id used twice":         {lists(callWith(format, "a", `{}`), callWith(format, "b", `{}`)), []string{"a called", "b called"}},
			"arguments of 1 MiB":        {callWith(format, "activate_tool", `{"names":["a"],"note":"`+strings.Repeat("y", 1<<20)+`"}`), []string{"a activated"}},
			"deep arguments":            {callWith(format, "a", deep), []string{"a called"}},
			"arguments encoded twice":   {callWith(format, "activate_tool", twice), encodedTwice(format)},
			"text that imitates calls":  {"[" + imitation + "]", nil},
			"names that nothing can be": {callWith(format, "activate_tool", `{"names":["`+strings.Repeat("z", 9000)+`","","\u0000","a"]}`), []string{"a activated"}},
			"unknown roles":             {`[{"role":"narrator"},{"role":7},{"type":[]},{},null,1,"x",[]]`, nil},
			"no turns":                  {`[]`, nil},
		} {
			answer, err := projectText(format, c.text)
			if err != nil {
				t.Errorf("%s, %s: %v", format, name, err)
				continue
			}
			var got []string
			for _, s := range shown(answer) {
				if !strings.Contains(s, "scaffolding") {
					got = append(got, s)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", format, name, diff)
			}
		}
	}
}

// encodedTwice is what an activation does whose arguments are text where an
// object belongs: nothing, except in the formats whose clients may send text.
func encodedTwice(format string) []string {
	switch format {
	case transcript.Neutral, transcript.AISDK, transcript.LangChain:
		return []string{"a activated"}
	}
	return nil
}

func TestResultsBeforeTheirCallsStillFailThem(t *testing.T) {
	for _, format := range formats {
		if format == transcript.Gemini || format == transcript.MCP {
			continue // a response belongs to a call that was made before it
		}
		turns := []string{resultIn(format, "9", true)}
		switch format {
		case transcript.AnthropicMessages, transcript.BedrockConverse:
			turns[0] = `{"role":"user","content":[` + turns[0] + `]}`
		case transcript.AISDK:
			turns[0] = `{"role":"tool","content":[` + turns[0] + `]}`
		}
		calls := turnsIn(format, []string{callIn(format, "9", action{names: []string{"a"}})}, nil)
		text := "[" + turns[0] + "," + calls[0] + "]"
		answer, err := projectText(format, text)
		if err != nil || answer.Used != 0 {
			t.Errorf("%s holds %d tools after %s: %v", format, answer.Used, text, err)
		}
	}
}

func TestAsManyTurnsAsAllowedAndOneMore(t *testing.T) {
	for _, format := range formats {
		turn := userIn(format, `"go on"`)
		many := strings.Repeat(turn+",", limits.TranscriptMessages-1) + turn
		if _, err := projectText(format, "["+many+"]"); err != nil {
			t.Errorf("%s: %d turns: %v", format, limits.TranscriptMessages, err)
		}
		_, err := projectText(format, "["+many+","+turn+"]")
		var p *problem.Error
		if !errors.As(err, &p) || p.Reason != problem.LimitExceeded || !strings.Contains(p.Message, "transcript_messages") {
			t.Errorf("%s: one turn too many: %v", format, err)
		}
	}
}

func TestAWrongFormatIsNamed(t *testing.T) {
	for _, written := range formats {
		text := string(in(written, activate("a"), call("b")))
		for _, named := range formats {
			answer, err := projectText(named, text)
			var p *problem.Error
			switch {
			case named == written || err == nil && answer.Used == 2: // one format may be written in another's words
			case !errors.As(err, &p) || p.Reason != problem.InvalidField || !strings.Contains(fmt.Sprint(p.Message), written):
				t.Errorf("%s named %s: %d tools held, %v", written, named, answer.Used, err)
			}
		}
	}
}
