/** Servers of npm that are imported from where they run, and what they list. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { environment } from "./shell.ts";

/** A server of npm over stdio, and the settings that it needs to list its tools. */
export interface NpmServer {
  readonly name: string;
  readonly version: string;
  /** Its file in `node_modules/.bin`. */
  readonly bin: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Servers besides the six whose manifests are in this repository. The keys are not real. */
export const npmServers: readonly NpmServer[] = [
  { name: "firecrawl-mcp", version: "3.26.0", bin: "firecrawl-mcp", env: { FIRECRAWL_API_KEY: "fc-0" } },
  {
    name: "figma-developer-mcp",
    version: "0.13.2",
    bin: "figma-developer-mcp",
    args: ["--stdio"],
    env: { FIGMA_API_KEY: "0" },
  },
  {
    name: "@brave/brave-search-mcp-server",
    version: "2.1.4",
    bin: "brave-search-mcp-server",
    args: ["--transport", "stdio"],
    env: { BRAVE_API_KEY: "0" },
  },
  { name: "@cyanheads/git-mcp-server", version: "2.15.3", bin: "git-mcp-server" },
  {
    name: "@mapbox/mcp-server",
    version: "0.14.0",
    bin: "mcp-server",
    env: { MAPBOX_ACCESS_TOKEN: "pk.eyJ1IjoiYSJ9.0" },
  },
  {
    name: "@modelcontextprotocol/server-sequential-thinking",
    version: "2026.8.31",
    bin: "mcp-server-sequential-thinking",
  },
  {
    name: "@modelcontextprotocol/server-github",
    version: "2025.4.8",
    bin: "mcp-server-github",
    env: { GITHUB_PERSONAL_ACCESS_TOKEN: "0" },
  },
  { name: "@upstash/context7-mcp", version: "4.1.1", bin: "context7-mcp" },
  { name: "tavily-mcp", version: "0.2.22", bin: "tavily-mcp", env: { TAVILY_API_KEY: "tvly-0" } },
  { name: "exa-mcp-server", version: "3.4.1", bin: "exa-mcp-server", env: { EXA_API_KEY: "0" } },
  { name: "@sentry/mcp-server", version: "0.39.0", bin: "sentry-mcp", env: { SENTRY_ACCESS_TOKEN: "0" } },
  {
    name: "@hubspot/mcp-server",
    version: "0.4.0",
    bin: "mcp-hubspot",
    env: { PRIVATE_APP_ACCESS_TOKEN: "0" },
  },
  {
    name: "@modelcontextprotocol/server-pdf",
    version: "2.0.4",
    bin: "mcp-pdf-server",
    args: ["--stdio"],
  },
  { name: "xcodebuildmcp", version: "2.7.0", bin: "xcodebuildmcp", args: ["mcp"] },
  { name: "mongodb-mcp-server", version: "3.0.4", bin: "mongodb-mcp-server" },
  { name: "@cyanheads/pubmed-mcp-server", version: "2.7.4", bin: "pubmed-mcp-server" },
];

/** A server's name and lists as sent: the methods of the client drop keys that they do not know. */
export interface Listed {
  readonly server: { readonly name: string; readonly version: string };
  readonly tools: readonly object[];
  readonly offers: Readonly<Record<string, readonly object[]>>;
}

export async function listedBy(
  [command = "", ...args]: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Listed> {
  const client = new Client({ name: "proof", version: "1.0.0" });
  const variables = { ...environment(), ...env } as Record<string, string>;
  await client.connect(
    new StdioClientTransport({ command, args: [...args], cwd, env: variables, stderr: "ignore" }),
  );
  try {
    const { resources, prompts } = client.getServerCapabilities() ?? {};
    // Some servers declare lists, and refuse to list them.
    const orNone = (list: Promise<object[]>) => list.catch(() => []);
    return {
      server: client.getServerVersion() as Listed["server"],
      tools: await listOf(client, "tools/list", "tools"),
      offers: {
        ...(resources && {
          resources: await orNone(listOf(client, "resources/list", "resources")),
          resourceTemplates: await orNone(listOf(client, "resources/templates/list", "resourceTemplates")),
        }),
        ...(prompts && { prompts: await orNone(listOf(client, "prompts/list", "prompts")) }),
      },
    };
  } finally {
    await client.close();
  }
}

async function listOf(client: Client, method: string, key: string): Promise<object[]> {
  const entries: object[] = [];
  let cursor: unknown;
  do {
    const params = cursor === undefined ? {} : { cursor };
    const page = await client.request({ method, params }, ResultSchema);
    entries.push(...(page[key] as object[]));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return entries;
}
