/** Bare `node:http` that parses the request and answers JSON, without token, scope, rate limit or validation. */
import { aForm, headers, pong, serve, toolList } from "./program.ts";

interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: { readonly name?: string; readonly arguments?: { readonly form_id?: string } };
}

const tools = toolList();

serve((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString()) as Request;
    const result = method === "tools/list" ? { tools } : toolResult(params);
    const body = JSON.stringify({ jsonrpc: "2.0", id, result });
    response.writeHead(200, headers(Buffer.byteLength(body)));
    response.end(body);
  });
});

function toolResult({ name, arguments: args }: Request["params"]) {
  const structuredContent = name === "service_get_form" ? { form_id: args?.form_id, ...aForm } : pong;
  return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
}
