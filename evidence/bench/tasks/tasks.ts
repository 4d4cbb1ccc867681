import { loadOn, requestBytes, tokens } from "../load.ts";
import type { Bench } from "../row.ts";
import { measureLoads, ratio, roundMs, rounds, start, stop } from "../side-by-side.ts";

const peer = "toolwright-tasks";

/** Load -> its tool, and whether its client declares the extension. */
const loads = {
  without: { tool: "service_ping", declares: false },
  undeclared: { tool: "service_ping_task", declares: false },
  declared: { tool: "service_ping_task", declares: true },
} as const;
type Load = keyof typeof loads;
const names = Object.keys(loads) as Load[];

/** Short calls of a tool with and without `task`, in MCP 2026-07-28. One process serves both, and the load is another one. */
export const bench: Bench = {
  title: `calls that become no tasks: ${rounds} rounds of ${roundMs} ms, interleaved; load over 10,000 tokens`,
  async rows() {
    const servers = await start([peer], (url) =>
      loadOn(url, {
        without: requests(url, "without"),
        undeclared: requests(url, "undeclared"),
        declared: requests(url, "declared"),
      }),
    );
    try {
      const speeds = await measureLoads(names, servers[peer]);
      const { without, undeclared, declared } = speeds as Required<typeof speeds>;
      return [
        ratio("task: may, which its client does not declare / no task", undeclared, without, 0.99),
        ratio("task: may, which its client declares / no task", declared, without),
      ];
    } finally {
      stop(servers);
    }
  },
};

function requests(url: URL, load: Load): Buffer[] {
  const { tool, declares } = loads[load];
  const capabilities = declares ? { extensions: { "io.modelcontextprotocol/tasks": {} } } : {};
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": capabilities,
  };
  const headers = ["MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", `Mcp-Name: ${tool}`];
  return tokens.map((token, id) => {
    const params = { name: tool, arguments: {}, _meta };
    const body = JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params });
    return requestBytes(url, token, body, headers);
  });
}
