// Orama as one of the measured engines. Reads requests as JSON lines, answers
// each with one, and takes all times itself, so that the pipe does not count:
//
//   {"fields": [{"name", "boost"}], "stopWords": [string], "documents": [{"id", …}]}  ->  {"ns", "bytes"}
//   {"queries": [string], "limit": number}  ->  {"answers": [{"names": [id], "ns"}]}
import { createInterface } from 'node:readline'
import { create, insertMultiple, search } from '@orama/orama'

let db
let boost

function held() {
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function build({ fields, stopWords, documents }) {
  const before = held()
  const start = process.hrtime.bigint()
  db = create({
    schema: Object.fromEntries(fields.map((f) => [f.name, 'string'])),
    components: { tokenizer: { language: 'english', stemming: true, stopWords } },
  })
  await insertMultiple(db, documents, documents.length)
  const ns = Number(process.hrtime.bigint() - start)
  boost = Object.fromEntries(fields.map((f) => [f.name, f.boost]))
  return { ns, bytes: held() - before }
}

async function ask({ queries, limit }) {
  const answers = []
  for (const term of queries) {
    const start = process.hrtime.bigint()
    const found = await search(db, { term, limit, boost, threshold: 1 })
    const ns = Number(process.hrtime.bigint() - start)
    answers.push({ names: found.hits.map((hit) => hit.id), ns })
  }
  return { answers }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line)
  const answer = request.documents ? await build(request) : await ask(request)
  process.stdout.write(JSON.stringify(answer) + '\n')
}
