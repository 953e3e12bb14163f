package bm25

import "slices"

// The usual constants (Robertson and Zaragoza 2009; S1's engine has the same).
const (
	k1 = 1.2  // how soon repetition stops paying
	b  = 0.75 // how much a long field has to share
)

// tie is what a term's other fields add to its best one. At 0 a second field is
// worth nothing, at 1 a document gains by having more fields than others.
// Measured between 0.2 and 0.4 as the best of both.
const tie = 0.3

// enough is the count of a term in one field past which Best gains nothing, so
// that stuffing a text with a word does not pay. A third mention still says
// what a tool is about; measured from 2 to 16 as equally good.
const enough = 3

// A field is overlong if it has more words than both of these. Whatever is
// asked for, a text that lists every word has it; being there says nothing.
const (
	overlong = 12  // times the average of the field
	fewWords = 100 // are never too many
)

// Hit is one candidate that has at least one of the terms scored.
type Hit struct {
	Doc     int
	Found   uint64  // bit i: the candidate has the i-th term scored
	Matched uint64  // bit i: it has that term in a field that covers
	Firm    uint64  // bit i: it has it in such a field that is not overlong
	Sum     float64 // BM25, summed over the fields
	Best    float64 // BM25 of each term's best field, a little of its others, and what pairs earn
}

// Score scores the terms of the given indexes, at most MaxTerms, and returns
// every candidate that has one of them, by the order in which they are met.
// Bit i of a hit belongs to terms[i]; pairs name terms in the same way.
func (q *Query) Score(terms []int, pairs ...Pair) []Hit {
	most := 0
	for _, term := range terms {
		most += q.terms[term].docs
	}
	hits := make([]Hit, 0, min(most, q.figures.n))
	slots := make([]int32, q.index.docs) // of a document's hit, plus one
	factors := make([]factors, len(q.index.fields))
	for bit, term := range terms {
		q.weigh(factors, term, bit)
		for rest := q.terms[term].postings; len(rest) > 0; {
			doc, n := rest[0].doc, rest.ofDocument()
			if q.among.Has(int(doc)) {
				if slots[doc] == 0 {
					hits = append(hits, Hit{Doc: int(doc)})
					slots[doc] = int32(len(hits))
				}
				hit := &hits[slots[doc]-1]
				hit.Found |= 1 << bit
				q.add(hit, rest[:n], factors)
			}
			rest = rest[n:]
		}
	}
	for _, pair := range pairs {
		q.closer(hits, slots, terms[pair[0]], terms[pair[1]])
	}
	return hits
}

// factors are what one term counts in a field, before saturation.
type factors struct {
	sum, best float64
	covered   uint64 // the term's bit, if the field covers
}

func (q *Query) weigh(f []factors, term, bit int) {
	idf := q.terms[term].idf
	for i, field := range q.index.fields {
		f[i] = factors{sum: field.Boost * idf, best: field.Best * idf}
		if field.Covers {
			f[i].covered = 1 << bit
		}
	}
}

// add adds one term's postings in one document to its hit.
func (q *Query) add(hit *Hit, p postings, factors []factors) {
	sum, best, all := 0.0, 0.0, 0.0
	for len(p) > 0 {
		tf := p.ofField()
		factor, norm := &factors[p[0].field], q.norm(p[0])
		earned := saturation(tf, norm)
		sum += factor.sum * earned
		if tf > enough {
			earned = saturation(enough, norm)
		}
		score := factor.best * earned
		best = max(best, score)
		all += score
		hit.Matched |= factor.covered
		if !q.isOverlong(p[0]) {
			hit.Firm |= factor.covered
		}
		p = p[tf:]
	}
	hit.Sum += sum
	hit.Best += best + tie*(all-best)
}

// saturation is the part of the formula that depends on a term's frequency in
// one field of one document.
func saturation(frequency int, norm float64) float64 {
	tf := float64(frequency)
	return tf * (k1 + 1) / (tf + norm)
}

// norm is what the length of one field of a document adds below the line.
func norm(length uint16, average float64) float64 {
	return k1 * (1 - b + b*float64(length)/average)
}

// norm is that of a posting's field. Among all documents it is a table's.
func (q *Query) norm(p posting) float64 {
	length := q.index.lengths[p.field][p.doc]
	if q.among == nil {
		return q.index.norms[p.field][length]
	}
	return norm(length, q.figures.average[p.field])
}

func (q *Query) isOverlong(p posting) bool {
	length := q.index.lengths[p.field][p.doc]
	return length > fewWords && float64(length) > overlong*q.figures.average[p.field]
}

// normsOf tables the norms of every length that a field has.
func (ix *Index) normsOf(f figures) [][]float64 {
	norms := make([][]float64, len(ix.fields))
	for field, lengths := range ix.lengths {
		if f.average[field] == 0 { // no words
			continue
		}
		norms[field] = make([]float64, slices.Max(lengths)+1)
		for length := range norms[field] {
			norms[field][length] = norm(uint16(length), f.average[field])
		}
	}
	return norms
}

// Match is one term's part in one document's score, in one field.
type Match struct {
	Field  int
	Score  float64 // boost · idf · saturation; a document's Sum is the sum of these
	places postings
}

// Frequency is how often the field has the term.
func (m Match) Frequency() int { return len(m.places) }

// Place is one occurrence of a term.
type Place struct {
	First, Last int // positions of its first and last word; equal for a single word
}

// Place is the occurrence i of the term, in the order of the text.
func (m Match) Place(i int) Place {
	return Place{First: m.places[i].first(), Last: int(m.places[i].last)}
}

// Explain appends where a document has term i, field by field, and what each
// adds to the document's Sum.
func (q *Query) Explain(matches []Match, i, doc int) []Match {
	term := &q.terms[i]
	for p := term.postings.in(uint32(doc)); len(p) > 0; {
		tf := p.ofField()
		matches = append(matches, Match{
			Field:  int(p[0].field),
			Score:  q.index.fields[p[0].field].Boost * term.idf * saturation(tf, q.norm(p[0])),
			places: p[:tf],
		})
		p = p[tf:]
	}
	return matches
}
