// What both loops ask of discoveryd, with nothing but fetch.

const discovery = (process.env.DISCOVERY_URL ?? "http://127.0.0.1:8080") + "/v1/catalogs/default";

export type Json = Record<string, any>;

export async function post(url: string, body: Json, headers: Record<string, string> = {}): Promise<Json> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Json; // {"error": …} of a refusal: the model reads it, and so does the next projection
}

export async function project(format: string, transcript: unknown[]): Promise<Json> {
  const answer = await post(`${discovery}:project`, { format, transcript });
  if (answer.error) throw new Error(answer.message);
  return answer;
}

/** Answers one call of the model: discovery's own two tools, or a tool of yours. */
export async function handle(name: string, args: Json): Promise<Json> {
  if (name === "search_tools") return post(`${discovery}/tools:search`, { ...args, names: "wire" });
  if (name === "activate_tool") return post(`${discovery}/tools:activate`, args);
  const verdict = await post(`${discovery}/calls:validate`, { name, arguments: args });
  if (!verdict.valid) return { error: verdict.error ?? "INVALID_ARGUMENTS", details: verdict.errors ?? [] };
  return dispatch(verdict.handler, args);
}

/** Your own dispatcher stands here: handler says where a call goes. */
async function dispatch(handler: string, args: Json): Promise<Json> {
  return { done: true, handler, arguments: args };
}
