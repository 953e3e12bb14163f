// A complete agent loop on Anthropic Messages: search, activate, call, project each turn.

import { handle, post, project, type Json } from "./discovery";

const model = (process.env.ANTHROPIC_BASE_URL ?? "https://api.anthropic.com") + "/v1/messages";
const headers = { "x-api-key": process.env.ANTHROPIC_API_KEY ?? "", "anthropic-version": "2023-06-01" };

async function run(task: string): Promise<string> {
  const messages: Json[] = [{ role: "user", content: task }];
  for (;;) {
    const turn = await project("anthropic-messages", messages);
    const answer = await post(model, {
      model: process.env.MODEL ?? "claude-opus-5",
      max_tokens: 4096,
      tools: turn.tools,
      system: [
        { type: "text", text: turn.prefix, cache_control: { type: "ephemeral" } },
        { type: "text", text: turn.suffix },
      ],
      messages,
    }, headers);
    messages.push({ role: "assistant", content: answer.content });
    const calls = answer.content.filter((block: Json) => block.type === "tool_use");
    if (calls.length === 0) return answer.content.map((block: Json) => block.text ?? "").join("");
    const results: Json[] = [];
    for (const call of calls) {
      const result = await handle(call.name, call.input);
      results.push({
        type: "tool_result", tool_use_id: call.id,
        content: JSON.stringify(result), is_error: "error" in result,
      });
    }
    messages.push({ role: "user", content: results });
  }
}

run(process.argv.slice(2).join(" ")).then(console.log);
