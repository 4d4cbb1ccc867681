/** The text of a program that sends calls with a trace context to the library of docs/serving.md, and looks at the spans. */
export const tracedLibrary = `import assert from "node:assert/strict";
import { propagation, trace } from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { createMcpHandler } from "@toolwright/runtime";
import { service } from "../generated/tools.ts";
import { handlers } from "../impl/handlers/index.ts";
import { traced } from "../impl/traced.ts";

const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(
  new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
);
propagation.setGlobalPropagator(new W3CTraceContextPropagator());

const caller = { account: "ana", token: "first", scopes: new Set(["books:read"]) };
const mcp = createMcpHandler(service, { handlers, authenticate: () => caller, around: traced });
const [ofHeader, ofMeta] = ["1", "2"].map((digit) => \`00-\${digit.repeat(32)}-\${digit.repeat(16)}-01\`);

async function find(words: unknown, headers: Record<string, string>, _meta = {}): Promise<void> {
  const params = { name: "find_books", arguments: { words }, _meta };
  await mcp.fetch(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: "Bearer secret", ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    }),
  );
}

await find("Emma", { traceparent: ofHeader! });
await find("Emma", { traceparent: ofHeader! }, { traceparent: ofMeta });
await find(7, { traceparent: ofHeader! }); // refused before the handler
assert.deepEqual(
  exporter.getFinishedSpans().map((span) => [span.name, span.spanContext().traceId, span.parentSpanContext?.spanId]),
  [
    ["tools/call find_books", "1".repeat(32), "1".repeat(16)],
    ["tools/call find_books", "2".repeat(32), "2".repeat(16)],
  ],
);
`;
