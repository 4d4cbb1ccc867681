/** Bare `node:http` that reads the request, ignores it, and writes prepared bytes. */
import { headers, serve, toolList } from "./program.ts";

const list = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, result: { tools: toolList() } }));

serve((request, response) => {
  request.resume().on("end", () => {
    response.writeHead(200, headers(list.length));
    response.end(list);
  });
});
