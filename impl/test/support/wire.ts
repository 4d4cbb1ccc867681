/** A message to an endpoint, as bare as it goes. */
export async function post(
  endpoint: string,
  token: string,
  body: unknown,
  accept = "*/*",
): Promise<Response> {
  return fetch(endpoint, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: accept, Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
}

/** The result of a tool. */
export interface Outcome {
  readonly isError?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: each tool answers with its own shape
  readonly structuredContent?: any;
  readonly content: { type: string; text: string }[];
  readonly _meta?: { "dev.toolwright/failure"?: { code: string; details: Record<string, unknown> } };
}

export async function callTool(
  endpoint: string,
  token: string,
  name: string,
  args: object = {},
): Promise<Outcome> {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  const { result } = (await (await post(endpoint, token, message)).json()) as { result: Outcome };
  return result;
}

export function failureCode(outcome: Outcome): string | undefined {
  return outcome._meta?.["dev.toolwright/failure"]?.code;
}
