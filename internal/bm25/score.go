package bm25

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
// that stuffing a text with a word does not pay. By then it has earned 93 % of
// what endless repetition would earn.
const enough = 16

// Hit is one candidate that has at least one of the terms scored.
type Hit struct {
	Doc     int
	Matched uint64  // bit i: the i-th term scored is in a field that covers
	Sum     float64 // BM25, summed over the fields
	Best    float64 // BM25 of each term's best field, and a little of its others
}

// Score scores the terms of the given indexes, at most MaxTerms, and returns
// every candidate that has one of them, by the order in which they are met.
// Bit i of a hit belongs to terms[i].
func (q *Query) Score(terms []int) []Hit {
	var hits []Hit
	slots := make([]int32, q.index.docs) // of a document's hit, plus one
	for bit, term := range terms {
		postings, idf := q.terms[term].postings, q.idf(term)
		for i := 0; i < len(postings); {
			doc := postings[i].doc
			end := i + 1
			for end < len(postings) && postings[end].doc == doc {
				end++
			}
			if q.among.Has(int(doc)) {
				if slots[doc] == 0 {
					hits = append(hits, Hit{Doc: int(doc)})
					slots[doc] = int32(len(hits))
				}
				q.add(&hits[slots[doc]-1], postings[i:end], idf, bit)
			}
			i = end
		}
	}
	return hits
}

// add adds one term's postings in one document to its hit.
func (q *Query) add(hit *Hit, postings []posting, idf float64, bit int) {
	sum, best, all := 0.0, 0.0, 0.0
	for _, p := range postings {
		field := q.index.fields[p.field]
		sum += field.Boost * idf * q.saturation(p, p.tf)
		score := field.Best * idf * q.saturation(p, min(p.tf, enough))
		best = max(best, score)
		all += score
		if field.Covers {
			hit.Matched |= 1 << bit
		}
	}
	hit.Sum += sum
	hit.Best += best + tie*(all-best)
}

// saturation is the part of the formula that depends on one field of one
// document, with a frequency.
func (q *Query) saturation(p posting, frequency uint16) float64 {
	tf := float64(frequency)
	length := float64(q.index.lengths[p.field][p.doc])
	return tf * (k1 + 1) / (tf + k1*(1-b+b*length/q.figures.average[p.field]))
}

// Match is one term's part in one document's score, in one field.
type Match struct {
	Field     int
	Frequency int
	Score     float64 // boost · idf · saturation; a document's Sum is the sum of these
	Places    []Place // in the order of the text
}

// Place is one occurrence of a term.
type Place struct {
	First, Last int // positions of its first and last word; equal for a single word
}

// Explain says where a document has term i and what each field adds to its Sum.
func (q *Query) Explain(i, doc int) []Match {
	term := q.terms[i]
	var out []Match
	for _, p := range of(term.postings, uint32(doc)) {
		out = append(out, Match{
			Field: int(p.field), Frequency: int(p.tf),
			Score:  q.index.fields[p.field].Boost * q.idf(i) * q.saturation(p, p.tf),
			Places: term.places(p.doc, p.field),
		})
	}
	return out
}
