package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// orama runs Orama in a Node process of its own, on one thread as the others are.
type orama struct {
	node     *exec.Cmd
	requests io.WriteCloser
	answers  *json.Decoder
}

// startOrama fails, saying what is missing, where Node or the package is not there.
func startOrama() (engine, error) {
	if _, err := exec.LookPath("node"); err != nil {
		return nil, errors.New("node is not installed")
	}
	if _, err := os.Stat("orama/node_modules/@orama/orama"); err != nil {
		return nil, errors.New("its package is not installed (npm ci --prefix bench/orama)")
	}
	o := &orama{node: exec.Command("node", "--single-threaded", "--expose-gc", "orama/engine.mjs")}
	o.node.Stderr = os.Stderr
	var err error
	if o.requests, err = o.node.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := o.node.StdoutPipe()
	if err != nil {
		return nil, err
	}
	o.answers = json.NewDecoder(out)
	return o, o.node.Start()
}

func (o *orama) Build(docs []document) (built, error) {
	stop, err := stopWords()
	if err != nil {
		return built{}, err
	}
	request := struct {
		Fields    []field             `json:"fields"`
		StopWords []string            `json:"stopWords"`
		Documents []map[string]string `json:"documents"`
	}{Fields: fields(), StopWords: stop}
	for _, doc := range docs {
		texts := map[string]string{"id": doc.record.Name}
		for i, f := range fields() {
			texts[f.Name] = doc.texts[i]
		}
		request.Documents = append(request.Documents, texts)
	}
	var cost struct{ NS, Bytes int64 }
	err = o.call(request, &cost)
	return built{took: time.Duration(cost.NS), bytes: cost.Bytes}, err
}

func (o *orama) Search(queries []string, n int) ([]answer, error) {
	request := struct {
		Queries []string `json:"queries"`
		Limit   int      `json:"limit"`
	}{queries, n}
	var found struct {
		Answers []struct {
			Names []string
			NS    int64
		}
	}
	if err := o.call(request, &found); err != nil {
		return nil, err
	}
	answers := make([]answer, len(found.Answers))
	for i, a := range found.Answers {
		answers[i] = answer{names: a.Names, took: time.Duration(a.NS)}
	}
	return answers, nil
}

// call sends one line and reads one. Node itself says on stderr what failed.
func (o *orama) call(request, answer any) error {
	if err := json.NewEncoder(o.requests).Encode(request); err != nil {
		return fmt.Errorf("to node: %w", err)
	}
	if err := o.answers.Decode(answer); err != nil {
		return fmt.Errorf("from node: %w", err)
	}
	return nil
}

func (o *orama) Close() error {
	if err := o.requests.Close(); err != nil {
		return err
	}
	return o.node.Wait()
}
