package main

import (
	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search/query"
	bleveindex "github.com/blevesearch/bleve_index_api"
)

// bleveEngine is bleve with its English analyser and BM25 over an index in
// memory, written in one batch and so in one segment. Nothing is stored and no
// position kept: the query needs neither.
type bleveEngine struct{ index bleve.Index }

func (b *bleveEngine) Build(docs []document) (built, error) {
	return onHeap(func() error {
		index, err := bleve.NewUsing("", bleveMapping(), scorch.Name, scorch.Name, nil)
		if err != nil {
			return err
		}
		b.index = index
		batch := index.NewBatch()
		for _, doc := range docs {
			texts := map[string]any{}
			for i, f := range fields() {
				texts[f.Name] = doc.texts[i]
			}
			if err := batch.Index(doc.record.Name, texts); err != nil {
				return err
			}
		}
		return index.Batch(batch)
	})
}

func bleveMapping() *mapping.IndexMappingImpl {
	text := bleve.NewTextFieldMapping()
	text.Store, text.IncludeInAll, text.IncludeTermVectors, text.DocValues = false, false, false, false
	tool := bleve.NewDocumentStaticMapping()
	for _, f := range fields() {
		tool.AddFieldMappingsAt(f.Name, text)
	}
	index := bleve.NewIndexMapping()
	index.DefaultMapping = tool
	index.DefaultAnalyzer = en.AnalyzerName
	index.ScoringModel = bleveindex.BM25Scoring
	return index
}

func (b *bleveEngine) Search(queries []string, n int) ([]answer, error) {
	return timed(queries, func(text string) ([]string, error) {
		anyField := make([]query.Query, len(fields()))
		for i, f := range fields() {
			match := bleve.NewMatchQuery(text)
			match.SetField(f.Name)
			match.SetBoost(f.Boost)
			anyField[i] = match
		}
		found, err := b.index.Search(bleve.NewSearchRequestOptions(bleve.NewDisjunctionQuery(anyField...), n, 0, false))
		if err != nil {
			return nil, err
		}
		names := make([]string, len(found.Hits))
		for i, hit := range found.Hits {
			names[i] = hit.ID
		}
		return names, nil
	})
}

func (b *bleveEngine) Close() error { return b.index.Close() }
