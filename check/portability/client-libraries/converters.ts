/** How each library is used by an application that gives the tools of a server to a model. Runs in a process of its own. */

/** Imports a package from where the user has installed it. */
export type Load = <Module>(name: string) => Promise<Module>;

/** A tool as a library made it. */
export interface ConvertedTool {
  readonly name: string;
  /** The JSON Schema that the model sees; absent if the library does not show it. */
  readonly shown?: unknown;
  /** A remark about something that works, though the library recommends otherwise. */
  readonly note?: string;
  /** Calls the tool as a model would. */
  call?(args: unknown): Promise<unknown>;
}

/** A tool that was not converted, and why. */
export interface RefusedTool {
  readonly name: string;
  readonly refusal: string;
}

export interface Converter {
  readonly name: string;
  readonly title: string;
  readonly package: string;
  /** The first version that it works with; left out where every version does. */
  readonly since?: string;
  /** Whether it is for resources, templates and prompts, too. */
  readonly lists?: true;
  convert(load: Load, url: string): Promise<Converted>;
}

export interface Converted {
  readonly tools: readonly (ConvertedTool | RefusedTool)[];
  readonly lists?: Lists;
}

/**
 * The list methods of a library. Each returns `{ resources: [...] }`, or one list for each server name. Absent if the library
 * does not read the list.
 */
export interface Lists {
  listResources(): Promise<unknown>;
  listResourceTemplates(): Promise<unknown>;
  listPrompts?(): Promise<unknown>;
}

interface ListedTool {
  readonly name: string;
  readonly inputSchema: object;
  readonly outputSchema?: object;
}

export const converters: readonly Converter[] = [
  { name: "sdk", title: "MCP's SDK", package: "@modelcontextprotocol/sdk", lists: true, convert: withSdk },
  { name: "agents", title: "OpenAI Agents SDK", package: "@openai/agents", lists: true, convert: withAgents },
  { name: "ai-sdk", title: "Vercel AI SDK", package: "@ai-sdk/mcp", lists: true, convert: withAiSdk },
  { name: "zod", title: "what uses zod's fromJSONSchema", package: "zod", since: "4.2.0", convert: withZod },
  {
    name: "langchain",
    title: "LangChain's MCP adapters",
    package: "@langchain/mcp-adapters",
    lists: true,
    convert: withLangChain,
  },
  { name: "mastra", title: "Mastra", package: "@mastra/mcp", lists: true, convert: withMastra },
];

interface SdkClient extends Lists {
  connect(transport: object): Promise<void>;
  listTools(): Promise<{ readonly tools: readonly ListedTool[] }>;
  callTool(call: object): Promise<unknown>;
}

interface Sdk {
  readonly Client: new (info: object) => SdkClient;
  readonly StreamableHTTPClientTransport: new (url: URL) => object;
}

async function withSdk(load: Load, url: string): Promise<Converted> {
  const { Client } = await load<Sdk>("@modelcontextprotocol/sdk/client/index.js");
  const http = await load<Sdk>("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const client = new Client({ name: "portability", version: "1.0.0" });
  await client.connect(new http.StreamableHTTPClientTransport(new URL(url)));
  const { tools } = await client.listTools();
  const toTool = ({ name, inputSchema: shown }: ListedTool): ConvertedTool => ({
    name,
    shown,
    call: (args) => client.callTool({ name, arguments: args }),
  });
  return { tools: tools.map(toTool), lists: client };
}

interface AgentsTool {
  readonly name: string;
  readonly parameters: unknown;
  readonly strict: boolean;
  invoke(context: unknown, input: string): Promise<unknown>;
}

interface Agents {
  readonly MCPServerStreamableHttp: new (options: object) => Lists & { connect(): Promise<void> };
  readonly RunContext: new () => unknown;
  getAllMcpTools(options: object): Promise<AgentsTool[]>;
}

async function withAgents(load: Load, url: string): Promise<Converted> {
  const { MCPServerStreamableHttp, RunContext, getAllMcpTools } = await load<Agents>("@openai/agents");
  const server = new MCPServerStreamableHttp({ url, name: "portability" });
  await server.connect();
  const tools = await getAllMcpTools({ mcpServers: [server] });
  const strict = await getAllMcpTools({ mcpServers: [server], convertSchemasToStrict: true });
  const toTool = (tool: AgentsTool): ConvertedTool => ({
    name: tool.name,
    shown: tool.parameters,
    ...(!strict.find(({ name }) => name === tool.name)?.strict && {
      note: "It cannot be made strict, so convertSchemasToStrict leaves it as it is.",
    }),
    call: (args) => tool.invoke(new RunContext(), JSON.stringify(args)),
  });
  return { tools: tools.map(toTool), lists: server };
}

interface AiTool {
  readonly inputSchema: { readonly jsonSchema: unknown };
  execute(args: unknown, options: object): Promise<unknown>;
}

interface AiSdk {
  createMCPClient(options: object): Promise<Lists & { tools(): Promise<Record<string, AiTool>> }>;
}

async function withAiSdk(load: Load, url: string): Promise<Converted> {
  const { createMCPClient } = await load<AiSdk>("@ai-sdk/mcp");
  const client = await createMCPClient({ transport: { type: "http", url } });
  const tools = Object.entries(await client.tools()).map(([name, tool]) => ({
    name,
    shown: tool.inputSchema.jsonSchema,
    call: (args: unknown) => tool.execute(args, { toolCallId: "1", messages: [] }),
  }));
  return { tools, lists: client };
}

interface Zod {
  readonly z: {
    fromJSONSchema(schema: object): { parse(value: unknown): unknown };
    toJSONSchema(schema: unknown, options: object): unknown;
  };
}

async function withZod(load: Load, url: string): Promise<Converted> {
  const { z } = await load<Zod>("zod");
  const { tools } = await sendRequest<{ tools: ListedTool[] }>(url, "tools/list", {});
  const toTool = ({ name, inputSchema, outputSchema = {} }: ListedTool): ConvertedTool | RefusedTool => {
    try {
      const schema = z.fromJSONSchema(inputSchema);
      z.fromJSONSchema(outputSchema);
      return {
        name,
        shown: z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }),
        call: async (args) => sendRequest(url, "tools/call", { name, arguments: schema.parse(args) }),
      };
    } catch (error) {
      return { name, refusal: readMessage(error) };
    }
  };
  return { tools: tools.map(toTool) };
}

interface LangChainTool {
  readonly name: string;
  readonly schema: unknown;
  invoke(args: unknown): Promise<unknown>;
}

interface LangChain {
  readonly MultiServerMCPClient: new (options: object) => Lists & { getTools(): Promise<LangChainTool[]> };
}

async function withLangChain(load: Load, url: string): Promise<Converted> {
  const { MultiServerMCPClient } = await load<LangChain>("@langchain/mcp-adapters");
  const client = new MultiServerMCPClient({ mcpServers: { portability: { transport: "http", url } } });
  const tools = (await client.getTools()).map((tool) => ({
    name: tool.name,
    shown: tool.schema,
    call: (args: unknown) => tool.invoke(args),
  }));
  return { tools, lists: client };
}

interface MastraTool {
  readonly inputSchema: {
    readonly "~standard"?: { readonly jsonSchema?: { input(options: object): unknown } };
  };
  execute(input: unknown, options?: object): Promise<unknown>;
}

interface MastraClient {
  readonly resources: { list(): Promise<unknown>; templates(): Promise<unknown> };
  readonly prompts: { list(): Promise<unknown> };
  listTools?(): Promise<Record<string, MastraTool>>;
  getTools(): Promise<Record<string, MastraTool>>;
}

interface Mastra {
  readonly MCPClient: new (options: object) => MastraClient;
}

/** Since 1.0 the tools are listed by `listTools`, and the arguments are the first argument of `execute`. */
async function withMastra(load: Load, url: string): Promise<Converted> {
  const { MCPClient } = await load<Mastra>("@mastra/mcp");
  const client = new MCPClient({ servers: { portability: { url: new URL(url) } } });
  const tools = await (client.listTools ? client.listTools() : client.getTools());
  const toTool = ([name, tool]: [string, MastraTool]): ConvertedTool => ({
    name: name.replace(/^portability_/, ""),
    shown: tool.inputSchema["~standard"]?.jsonSchema?.input({ target: "draft-2020-12" }),
    call: (args) => (client.listTools ? tool.execute(args, {}) : tool.execute({ context: args })),
  });
  const lists = {
    listResources: () => client.resources.list(),
    listResourceTemplates: () => client.resources.templates(),
    listPrompts: () => client.prompts.list(),
  };
  return { tools: Object.entries(tools).map(toTool), lists };
}

async function sendRequest<Result>(url: string, method: string, params: object): Promise<Result> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const response = await fetch(url, { method: "POST", body });
  return (await response.json()).result;
}

/** On one line, and not too long. */
export function readMessage(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  // Patterns that zod repeats would hide the mistake.
  return text
    .replace(/"pattern": "(\\.|[^"\\])*",/g, "")
    .replace(/\s+/g, " ")
    .slice(0, 200);
}
