/** Servers of npm that the suite is run against: how each starts, and which of its cases are run. */

/** A server of npm, at a version. All start without an account and without a network. */
export interface NpmServer {
  readonly name: string;
  readonly version: string;
  /** The name of its file in `node_modules/.bin`. */
  readonly bin: string;
  readonly stdio?: Start;
  readonly http?: Start;
  /** Globs of the cases that run; absent: all. */
  readonly cases?: readonly string[];
}

/** `{folder}` is an empty folder, `{port}` a free port. */
interface Start {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const general = ["protocol/**", "manifest/**"];
const casesOf = (tools: readonly string[]) => [...general, ...tools.map((tool) => `*/${tool}/**`)];

export const npmServers: readonly NpmServer[] = [
  {
    name: "@modelcontextprotocol/server-everything",
    version: "2026.8.31",
    bin: "mcp-server-everything",
    stdio: { args: ["stdio"] },
    http: { args: ["streamableHttp"], env: { PORT: "{port}" } },
    // The others wait for seconds, or fetch from the internet.
    cases: casesOf([
      "echo",
      "get-annotated-message",
      "get-env",
      "get-resource-links",
      "get-resource-reference",
      "get-structured-content",
      "get-sum",
      "get-tiny-image",
    ]),
  },
  {
    name: "@cyanheads/git-mcp-server",
    version: "2.15.3",
    bin: "git-mcp-server",
    stdio: { env: { GIT_BASE_DIR: "{folder}", MCP_LOG_LEVEL: "error" } },
    http: {
      env: {
        GIT_BASE_DIR: "{folder}",
        MCP_LOG_LEVEL: "error",
        MCP_TRANSPORT_TYPE: "http",
        MCP_HTTP_PORT: "{port}",
      },
    },
    // The answers of the other tools depend on the working folder that one of them sets for all.
    cases: casesOf(["git_clear_working_dir", "git_wrapup_instructions"]),
  },
  {
    name: "@modelcontextprotocol/server-pdf",
    version: "2.0.4",
    bin: "mcp-pdf-server",
    stdio: { args: ["--stdio"] },
    http: { env: { PORT: "{port}" } },
    // The others wait for a viewer.
    cases: casesOf(["list_pdfs", "read_pdf_bytes", "display_pdf", "save_pdf"]),
  },
  {
    name: "@upstash/context7-mcp",
    version: "4.1.1",
    bin: "context7-mcp",
    stdio: {},
    http: { args: ["--transport", "http", "--port", "{port}"] },
    // Its tools return data from the internet.
    cases: general,
  },
  {
    name: "figma-developer-mcp",
    version: "0.13.2",
    bin: "figma-developer-mcp",
    stdio: { args: ["--stdio", "--no-telemetry", "--figma-api-key", "none"] },
    http: {
      args: ["--no-telemetry", "--figma-api-key", "none", "--host", "127.0.0.1", "--port", "{port}"],
    },
    // Its tools return data from the internet.
    cases: general,
  },
  {
    name: "@brave/brave-search-mcp-server",
    version: "2.1.4",
    bin: "brave-search-mcp-server",
    stdio: { env: { BRAVE_API_KEY: "none" } },
    http: { args: ["--transport", "http", "--port", "{port}"], env: { BRAVE_API_KEY: "none" } },
    // Its tools return data from the internet.
    cases: general,
  },
  {
    name: "@playwright/mcp",
    version: "0.0.83",
    bin: "playwright-mcp",
    stdio: { args: ["--headless", "--isolated"] },
    http: { args: ["--headless", "--isolated", "--port", "{port}"] },
    // Its tools need a browser.
    cases: general,
  },
  {
    name: "@modelcontextprotocol/server-filesystem",
    version: "2026.8.31",
    bin: "mcp-server-filesystem",
    stdio: { args: ["{folder}"] },
  },
  {
    name: "@modelcontextprotocol/server-memory",
    version: "2026.8.31",
    bin: "mcp-server-memory",
    stdio: { env: { MEMORY_FILE_PATH: "{folder}/memory.json" } },
  },
  {
    name: "@modelcontextprotocol/server-sequential-thinking",
    version: "2026.8.31",
    bin: "mcp-server-sequential-thinking",
    stdio: {},
  },
  { name: "mcp-hello-world", version: "1.1.2", bin: "mcp-hello-world", stdio: {} },
  {
    name: "mcp-shrimp-task-manager",
    version: "1.0.21",
    bin: "mcp-shrimp-task-manager",
    stdio: { env: { DATA_DIR: "{folder}" } },
  },
  {
    name: "@kazuph/mcp-taskmanager",
    version: "1.1.1",
    bin: "mcp-taskmanager",
    stdio: { env: { TASK_MANAGER_FILE_PATH: "{folder}/tasks.json" } },
  },
  { name: "time-mcp", version: "1.0.6", bin: "time-mcp", stdio: {} },
  {
    name: "@allpepper/memory-bank-mcp",
    version: "0.2.2",
    bin: "mcp-server-memory-bank",
    stdio: { env: { MEMORY_BANK_ROOT: "{folder}" } },
  },
  { name: "excalidraw-mcp", version: "1.0.0", bin: "excalidraw-mcp", stdio: {} },
  { name: "@drawio/mcp", version: "1.6.1", bin: "drawio-mcp", stdio: {}, cases: general },
  {
    name: "repomix",
    version: "1.18.1",
    bin: "repomix",
    stdio: { args: ["--mcp"] },
    // The others clone repositories from the internet.
    cases: casesOf(["pack_codebase", "read_repomix_output", "file_system_read_file"]),
  },
  { name: "@coo-quack/calc-mcp", version: "2.1.1", bin: "calc-mcp", stdio: {} },
  {
    name: "@bytebase/dbhub",
    version: "1.4.0",
    bin: "dbhub",
    stdio: { args: ["--transport", "stdio", "--dsn", "sqlite:///:memory:"] },
    http: { args: ["--transport", "http", "--port", "{port}", "--dsn", "sqlite:///:memory:"] },
  },
  {
    name: "@agent-infra/mcp-server-filesystem",
    version: "1.2.29",
    bin: "mcp-server-filesystem",
    stdio: { args: ["--allowed-directories", "{folder}"] },
  },
  { name: "@negokaz/excel-mcp-server", version: "0.12.0", bin: "excel-mcp-server", stdio: {} },
];

/** Those that list resources or prompts, with eight more of which only that is known. None of the keys is one. */
export const offering: readonly NpmServer[] = [
  ...npmServers.filter(({ bin }) =>
    ["mcp-server-everything", "git-mcp-server", "mcp-pdf-server", "mcp-server-memory"].includes(bin),
  ),
  {
    name: "@mapbox/mcp-server",
    version: "0.14.0",
    bin: "mcp-server",
    stdio: { env: { MAPBOX_ACCESS_TOKEN: "pk.eyJ1IjoiYSJ9.0" } },
  },
  { name: "exa-mcp-server", version: "3.4.1", bin: "exa-mcp-server", stdio: { env: { EXA_API_KEY: "0" } } },
  { name: "@angular/cli", version: "22.2.7", bin: "ng", stdio: { args: ["mcp"] } },
  { name: "@cyanheads/pubmed-mcp-server", version: "2.7.4", bin: "pubmed-mcp-server", stdio: {} },
  {
    name: "@modelcontextprotocol/server-map",
    version: "2.0.3",
    bin: "mcp-map-server",
    stdio: { args: ["--stdio"] },
  },
  { name: "mcp-server-kubernetes", version: "4.1.7", bin: "mcp-server-kubernetes", stdio: {} },
  { name: "mongodb-mcp-server", version: "3.0.4", bin: "mongodb-mcp-server", stdio: {} },
  { name: "xcodebuildmcp", version: "2.7.0", bin: "xcodebuildmcp", stdio: { args: ["mcp"] } },
];
