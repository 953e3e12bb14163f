// A complete agent loop on OpenAI Chat Completions: search, activate, call, project each turn.

import { handle, post, project, type Json } from "./discovery";

const model = (process.env.OPENAI_BASE_URL ?? "https://api.openai.com/v1") + "/chat/completions";
const headers = { Authorization: `Bearer ${process.env.OPENAI_API_KEY ?? ""}` };

async function run(task: string): Promise<string> {
  const messages: Json[] = [{ role: "user", content: task }];
  for (;;) {
    const turn = await project("openai-chat", messages);
    const answer = await post(model, {
      model: process.env.MODEL ?? "gpt-5.6",
      tools: turn.tools,
      messages: [
        { role: "system", content: turn.prefix },
        ...messages,
        { role: "system", content: turn.suffix }, // the only text that varies comes last
      ],
    }, headers);
    const message = answer.choices[0].message;
    messages.push(message);
    if (!message.tool_calls?.length) return message.content;
    for (const call of message.tool_calls) {
      messages.push({ role: "tool", tool_call_id: call.id, content: JSON.stringify(await result(call.function)) });
    }
  }
}

async function result(call: { name: string; arguments: string }): Promise<Json> {
  let args: Json;
  try {
    args = JSON.parse(call.arguments || "{}");
  } catch (malformed) {
    return { error: "MALFORMED_ARGUMENTS", message: String(malformed) };
  }
  return handle(call.name, args);
}

run(process.argv.slice(2).join(" ")).then(console.log);
