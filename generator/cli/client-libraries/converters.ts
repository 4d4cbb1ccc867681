/** How each library is used by an application that gives the tools of a server to a model. Runs in a process of its own. */

/** Imports a package from where the user has installed it. */
export type Load = <Module>(name: string) => Promise<Module>;

/** A tool as a library made it. */
export interface ConvertedTool {
  readonly name: string;
  /** The JSON Schema that the model is told. Left out where the library does not say. */
  readonly shown?: unknown;
  /** What works, but not as the library would like it. */
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
  convert(load: Load, url: string): Promise<readonly (ConvertedTool | RefusedTool)[]>;
}

interface ListedTool {
  readonly name: string;
  readonly inputSchema: object;
  readonly outputSchema?: object;
}

export const converters: readonly Converter[] = [
  { name: "agents", title: "OpenAI Agents SDK", package: "@openai/agents", convert: withAgents },
  { name: "ai-sdk", title: "Vercel AI SDK", package: "@ai-sdk/mcp", convert: withAiSdk },
  { name: "zod", title: "what uses zod's fromJSONSchema", package: "zod", since: "4.2.0", convert: withZod },
  {
    name: "langchain",
    title: "LangChain's MCP adapters",
    package: "@langchain/mcp-adapters",
    convert: withLangChain,
  },
  { name: "mastra", title: "Mastra", package: "@mastra/mcp", convert: withMastra },
  {
    name: "ref-parser",
    title: "what inlines references with json-schema-ref-parser",
    package: "@apidevtools/json-schema-ref-parser",
    convert: withRefParser,
  },
];

interface AgentsTool {
  readonly name: string;
  readonly parameters: unknown;
  readonly strict: boolean;
  invoke(context: unknown, input: string): Promise<unknown>;
}

interface Agents {
  readonly MCPServerStreamableHttp: new (options: object) => { connect(): Promise<void> };
  readonly RunContext: new () => unknown;
  getAllMcpTools(options: object): Promise<AgentsTool[]>;
}

async function withAgents(load: Load, url: string): Promise<ConvertedTool[]> {
  const { MCPServerStreamableHttp, RunContext, getAllMcpTools } = await load<Agents>("@openai/agents");
  const server = new MCPServerStreamableHttp({ url, name: "portability" });
  await server.connect();
  const tools = await getAllMcpTools({ mcpServers: [server] });
  const strict = await getAllMcpTools({ mcpServers: [server], convertSchemasToStrict: true });
  return tools.map((tool) => ({
    name: tool.name,
    shown: tool.parameters,
    ...(!strict.find(({ name }) => name === tool.name)?.strict && {
      note: "It cannot be made strict, so convertSchemasToStrict leaves it as it is.",
    }),
    call: (args) => tool.invoke(new RunContext(), JSON.stringify(args)),
  }));
}

interface AiTool {
  readonly inputSchema: { readonly jsonSchema: unknown };
  execute(args: unknown, options: object): Promise<unknown>;
}

interface AiSdk {
  createMCPClient(options: object): Promise<{ tools(): Promise<Record<string, AiTool>> }>;
}

async function withAiSdk(load: Load, url: string): Promise<ConvertedTool[]> {
  const { createMCPClient } = await load<AiSdk>("@ai-sdk/mcp");
  const client = await createMCPClient({ transport: { type: "http", url } });
  return Object.entries(await client.tools()).map(([name, tool]) => ({
    name,
    shown: tool.inputSchema.jsonSchema,
    call: (args) => tool.execute(args, { toolCallId: "1", messages: [] }),
  }));
}

interface Zod {
  readonly z: {
    fromJSONSchema(schema: object): { parse(value: unknown): unknown };
    toJSONSchema(schema: unknown, options: object): unknown;
  };
}

async function withZod(load: Load, url: string): Promise<(ConvertedTool | RefusedTool)[]> {
  const { z } = await load<Zod>("zod");
  return eachTool(url, ({ name, inputSchema, outputSchema = {} }) => {
    const schema = z.fromJSONSchema(inputSchema);
    z.fromJSONSchema(outputSchema);
    return {
      name,
      shown: z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }),
      call: async (args) => sendRequest(url, "tools/call", { name, arguments: schema.parse(args) }),
    };
  });
}

interface LangChainTool {
  readonly name: string;
  readonly schema: unknown;
  invoke(args: unknown): Promise<unknown>;
}

interface LangChain {
  readonly MultiServerMCPClient: new (options: object) => { getTools(): Promise<LangChainTool[]> };
}

async function withLangChain(load: Load, url: string): Promise<ConvertedTool[]> {
  const { MultiServerMCPClient } = await load<LangChain>("@langchain/mcp-adapters");
  const client = new MultiServerMCPClient({ mcpServers: { portability: { transport: "http", url } } });
  const tools = await client.getTools();
  return tools.map((tool) => ({ name: tool.name, shown: tool.schema, call: (args) => tool.invoke(args) }));
}

interface MastraTool {
  readonly inputSchema: {
    readonly "~standard"?: { readonly jsonSchema?: { input(options: object): unknown } };
  };
  execute(input: unknown, options?: object): Promise<unknown>;
}

interface MastraClient {
  listTools?(): Promise<Record<string, MastraTool>>;
  getTools(): Promise<Record<string, MastraTool>>;
}

interface Mastra {
  readonly MCPClient: new (options: object) => MastraClient;
}

/** Since 1.0 the tools are listed by `listTools`, and the arguments are the first argument of `execute`. */
async function withMastra(load: Load, url: string): Promise<ConvertedTool[]> {
  const { MCPClient } = await load<Mastra>("@mastra/mcp");
  const client = new MCPClient({ servers: { portability: { url: new URL(url) } } });
  const tools = await (client.listTools ? client.listTools() : client.getTools());
  return Object.entries(tools).map(([name, tool]) => ({
    name: name.replace(/^portability_/, ""),
    shown: tool.inputSchema["~standard"]?.jsonSchema?.input({ target: "draft-2020-12" }),
    call: (args) => (client.listTools ? tool.execute(args, {}) : tool.execute({ context: args })),
  }));
}

interface RefParser {
  readonly default: { dereference(schema: unknown): Promise<unknown> };
}

async function withRefParser(load: Load, url: string): Promise<(ConvertedTool | RefusedTool)[]> {
  const parser = await load<RefParser>("@apidevtools/json-schema-ref-parser");
  return eachTool(url, async ({ name, inputSchema, outputSchema = {} }) => {
    const shown = await parser.default.dereference(inputSchema);
    JSON.stringify([shown, await parser.default.dereference(outputSchema)]);
    return { name, shown };
  });
}

/** For libraries that convert one schema. */
async function eachTool(
  url: string,
  convert: (tool: ListedTool) => ConvertedTool | Promise<ConvertedTool>,
): Promise<(ConvertedTool | RefusedTool)[]> {
  const { tools } = await sendRequest<{ tools: ListedTool[] }>(url, "tools/list", {});
  return Promise.all(
    tools.map(async (tool) => {
      try {
        return await convert(tool);
      } catch (error) {
        return { name: tool.name, refusal: readMessage(error) };
      }
    }),
  );
}

async function sendRequest<Result>(url: string, method: string, params: object): Promise<Result> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const response = await fetch(url, { method: "POST", body });
  return (await response.json()).result;
}

/** On one line, and not too long. */
export function readMessage(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, " ").slice(0, 200);
}
