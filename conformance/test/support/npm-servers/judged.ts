/** The findings of the suite in servers of npm, each judged by the text of MCP. evidence/other-servers.md shows them. */

export interface Judged {
  readonly server: string;
  readonly over: readonly ("stdio" | "http")[];
  readonly counted: "failed" | "advice";
  /** The first case of the finding. */
  readonly first: string;
  /** The number of tools that it is about; 0 for the protocol. */
  readonly tools: number;
  /** The sentence of MCP by which the finding is right. */
  readonly must: string;
}

const origin = "Servers **MUST** validate the `Origin` header";
const messages =
  "All messages between MCP clients and servers **MUST** follow the JSON-RPC 2.0 specification";
const sanitizes = "Servers **MUST** sanitize tool outputs";
const validates = "Servers **MUST** validate all tool inputs";
const saysMinLength = "`inputSchema`: JSON Schema defining expected parameters";
const repeatsAsText = "**SHOULD** also return the serialized JSON in a TextContent block";
const reportsErrors = "Tool Execution Errors: reported in tool results with `isError: true`";
const invalidParameters = "JSON-RPC 2.0 has -32602 for invalid parameters, and -32603 for internal errors";

export const judged: readonly Judged[] = [
  ...inEverything(),
  ...inGit(),
  finding(
    "@modelcontextprotocol/server-pdf",
    ["http"],
    "failed",
    "protocol/2025-11-25/origin/foreign",
    0,
    origin,
  ),
  finding("@upstash/context7-mcp", ["http"], "failed", "protocol/2025-11-25/origin/foreign", 0, origin),
  finding("@upstash/context7-mcp", ["http"], "failed", "protocol/2026-07-28/origin/foreign", 0, origin),
  finding(
    "@upstash/context7-mcp",
    ["http"],
    "failed",
    "protocol/2026-07-28/headers/version-is-not-guessed",
    0,
    "a missing header is a HeaderMismatch, error -32020",
  ),
  finding("figma-developer-mcp", ["http"], "failed", "protocol/2025-11-25/origin/foreign", 0, origin),
  finding(
    "figma-developer-mcp",
    ["http"],
    "failed",
    "protocol/2025-11-25/json-rpc/refuses-what-is-no-json",
    0,
    messages,
  ),
  finding("@playwright/mcp", ["http"], "failed", "protocol/2025-11-25/origin/foreign", 0, origin),
  ...inFilesystem(),
  ...inMemory(),
  ...inThinking(),
  ...inHello(),
  ...inTasks(),
  finding(
    "@kazuph/mcp-taskmanager",
    ["stdio"],
    "advice",
    "input/request_planning/type/lookalike",
    10,
    invalidParameters,
  ),
  finding("time-mcp", ["stdio"], "advice", "input/current_time/type/lookalike", 6, invalidParameters),
  ...inMemoryBank(),
  finding(
    "excalidraw-mcp",
    ["stdio"],
    "advice",
    "input/create_element/type/lookalike",
    11,
    invalidParameters,
  ),
  finding("repomix", ["stdio"], "advice", "input/pack_codebase/type/lookalike", 2, invalidParameters),
  finding("repomix", ["stdio"], "failed", "errors/pack_codebase/clean", 1, sanitizes),
  finding("@coo-quack/calc-mcp", ["stdio"], "advice", "input/random/type/lookalike", 21, invalidParameters),
  ...inAgentFiles(),
  finding(
    "@negokaz/excel-mcp-server",
    ["stdio"],
    "failed",
    "input/excel_copy_sheet/required-only",
    1,
    reportsErrors,
  ),
];

function inEverything(): Judged[] {
  const server = "@modelcontextprotocol/server-everything";
  return [
    finding(server, ["stdio", "http"], "advice", "input/echo/type/lookalike", 8, invalidParameters),
    finding(server, ["http"], "failed", "protocol/2025-11-25/origin/foreign", 0, origin),
    finding(
      server,
      ["http"],
      "failed",
      "protocol/2025-11-25/sessions/are-gone-when-ended",
      0,
      "**MUST** respond to requests containing that session ID with HTTP 404 Not Found",
    ),
  ];
}

function inGit(): Judged[] {
  const server = "@cyanheads/git-mcp-server";
  const prototype = "input/git_clear_working_dir/additionalProperties/prototype";
  return [
    finding(server, ["stdio", "http"], "advice", prototype, 2, validates),
    finding(
      server,
      ["stdio", "http"],
      "advice",
      "input/git_clear_working_dir/type/lookalike",
      2,
      invalidParameters,
    ),
    finding(server, ["stdio", "http"], "advice", "output/git_clear_working_dir/text", 1, repeatsAsText),
    finding(
      server,
      ["http"],
      "failed",
      "protocol/2025-11-25/notifications/are-accepted-in-silence",
      0,
      "the server **MUST** return HTTP status code 202 Accepted with no body",
    ),
    finding(
      server,
      ["http"],
      "failed",
      "protocol/2025-11-25/versions/refuses-unknown-header",
      0,
      "it **MUST** respond with `400 Bad Request`",
    ),
    finding(server, ["http"], "failed", "protocol/2025-11-25/json-rpc/refuses-what-is-no-json", 0, messages),
    finding(server, ["http"], "failed", "protocol/2025-11-25/origin/foreign", 0, origin),
    finding(
      server,
      ["http"],
      "advice",
      "protocol/2025-11-25/sessions/are-asked-for",
      0,
      "**SHOULD** respond to requests without an `MCP-Session-Id` header (other than initialization) with HTTP 400",
    ),
  ];
}

function inFilesystem(): Judged[] {
  const server = "@modelcontextprotocol/server-filesystem";
  return [
    finding(server, ["stdio"], "advice", "input/read_file/type/lookalike", 14, invalidParameters),
    finding(server, ["stdio"], "advice", "output/read_file/text", 12, repeatsAsText),
    finding(server, ["stdio"], "advice", "output/read_media_file/text", 1, repeatsAsText),
  ];
}

function inMemory(): Judged[] {
  const server = "@modelcontextprotocol/server-memory";
  return [
    finding(server, ["stdio"], "advice", "input/create_entities/type/lookalike", 9, invalidParameters),
    finding(server, ["stdio"], "advice", "output/create_entities/text", 6, repeatsAsText),
  ];
}

function inThinking(): Judged[] {
  const server = "@modelcontextprotocol/server-sequential-thinking";
  const converted = "input/sequentialthinking/thoughtNumber/type/lookalike";
  return [
    finding(server, ["stdio"], "failed", converted, 1, validates),
    finding(server, ["stdio"], "advice", "input/sequentialthinking/type/lookalike", 1, invalidParameters),
  ];
}

function inHello(): Judged[] {
  const server = "mcp-hello-world";
  return [
    finding(server, ["stdio"], "failed", "input/echo/additionalProperties/unknown", 2, validates),
    finding(server, ["stdio"], "advice", "input/echo/additionalProperties/prototype", 2, validates),
    finding(server, ["stdio"], "advice", "input/echo/type/lookalike", 3, invalidParameters),
  ];
}

function inTasks(): Judged[] {
  const server = "mcp-shrimp-task-manager";
  const astral = "input/plan_task/description/minLength/below-astral";
  const prototype = "input/plan_task/additionalProperties/prototype";
  return [
    finding(server, ["stdio"], "failed", "protocol/2025-11-25/tools/must-exist", 14, reportsErrors),
    finding(server, ["stdio"], "failed", "input/plan_task/additionalProperties/unknown", 12, validates),
    finding(server, ["stdio"], "failed", astral, 4, validates),
    finding(server, ["stdio"], "advice", "input/plan_task/type/lookalike", 15, invalidParameters),
    finding(server, ["stdio"], "advice", "input/plan_task/requirements/type/null", 7, validates),
    finding(server, ["stdio"], "advice", prototype, 12, validates),
  ];
}

function inAgentFiles(): Judged[] {
  const server = "@agent-infra/mcp-server-filesystem";
  const over = ["stdio"] as const;
  const unknown = "input/read_file/additionalProperties/unknown";
  const prototype = "input/read_file/additionalProperties/prototype";
  return [
    finding(server, over, "failed", unknown, 7, validates),
    finding(server, over, "advice", "input/read_file/type/lookalike", 11, invalidParameters),
    finding(server, over, "advice", prototype, 7, validates),
  ];
}

function inMemoryBank(): Judged[] {
  const server = "@allpepper/memory-bank-mcp";
  return [
    finding(server, ["stdio"], "failed", "input/memory_bank_write/content/type/lookalike", 1, validates),
    finding(server, ["stdio"], "advice", "input/list_projects/type/lookalike", 5, invalidParameters),
    finding(server, ["stdio"], "advice", "input/memory_bank_read/projectName/type/empty", 3, saysMinLength),
  ];
}

function finding(
  server: string,
  over: Judged["over"],
  counted: Judged["counted"],
  first: string,
  tools: number,
  must: string,
): Judged {
  return { server, over, counted, first, tools, must };
}
