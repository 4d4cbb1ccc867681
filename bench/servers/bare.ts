/** Bare `node:http` that parses what it is asked and answers JSON: no token, no scope, no rate, no check. */
import { pong, serve, toolList } from "./program.ts";

const tools = toolList();

serve((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString()) as { id: number; method: string };
    const result =
      method === "tools/list"
        ? { tools }
        : { content: [{ type: "text", text: JSON.stringify(pong) }], structuredContent: pong };
    const body = JSON.stringify({ jsonrpc: "2.0", id, result });
    response.writeHead(200, {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
    });
    response.end(body);
  });
});
