import { examplesOf } from "../description/example.ts";
import { validIcons, validMeta } from "../description/icons-and-meta.ts";
import { describableRevisions, type Revision } from "../description/revisions.ts";
import { tablesOf } from "../description/tables.ts";
import { isUri } from "../description/uri.ts";
import type { Model, Tool } from "../model/model.ts";
import { rewrite } from "../schema/walk.ts";
import { type GeneratedFile, header } from "./file.ts";
import { manifestOf } from "./manifest.ts";

const schema = "https://mcpdesc.org/schema/mcp-description/0.8.0.json";

/**
 * Emits mcpdesc.json: MCP Description 0.8.0 (mcpdesc.org), with additions under `x-toolwright-*`. Emits
 * nothing where the server speaks no revision that can be described.
 */
export function emitDescription(model: Model): GeneratedFile[] {
  const { server } = model;
  const revisions = describableRevisions.filter((revision) => server.protocolVersions.includes(revision));
  if (revisions.length === 0) return [];
  const entries = manifestOf(model) as readonly Entry[];
  const description = {
    $schema: schema,
    mcpdesc: "0.8.0",
    info: infoOf(model),
    protocolVersions: revisions,
    ...(server.instructions && { instructions: server.instructions }),
    ...transportsOf(model),
    ...(model.auth.scheme === "bearer" && securityOf(model)),
    components: {
      schemas: Object.fromEntries(model.tools.flatMap((tool, index) => schemasOf(tool, entries[index]!))),
    },
    capabilities: [{ tools: {} }],
    tools: model.tools.flatMap((tool, index) => variantsOf(tool, entries[index]!, model, revisions)),
    "x-toolwright-generator": header,
    ...tablesOf(model),
  };
  return [{ path: "mcpdesc.json", text: `${JSON.stringify(description, null, 2)}\n` }];
}

interface Entry {
  readonly name: string;
  readonly inputSchema: object;
  readonly outputSchema?: object;
  readonly [key: string]: unknown;
}

function infoOf({ server }: Model): object {
  const icons = validIcons(server.icons);
  return {
    name: server.name,
    ...(server.title && { title: server.title }),
    version: server.version,
    ...(server.description && { description: server.description }),
    ...(server.websiteUrl && isUri(server.websiteUrl) && { websiteUrl: server.websiteUrl }),
    ...(icons.length > 0 && { icons }),
  };
}

/** The addresses of running servers. A spec does not contain the command that starts a server over stdio. */
function transportsOf({ registry }: Model): object {
  const transports = (registry?.remotes ?? [])
    .filter(({ url }) => isUri(url))
    .map(({ type = "streamable-http", url }) => ({ type, url }));
  return transports.length > 0 ? { transports } : {};
}

/** MCP Description allows no scopes in an HTTP scheme, so they stand in an additional key. */
function securityOf({ auth, scopes }: Model): object {
  const bearer = {
    type: "http",
    scheme: "bearer",
    ...(auth.tokenSource && { description: `Tokens come from ${auth.tokenSource}.` }),
    ...(scopes.length > 0 && {
      "x-toolwright-scopes": Object.fromEntries(scopes.map(({ name, description }) => [name, description])),
    }),
  };
  return { securitySchemes: { bearer }, security: [{ bearer: [] }] };
}

function schemasOf({ method }: Tool, { inputSchema, outputSchema }: Entry): [string, object][] {
  const plain = withoutHeaders(inputSchema);
  const schemas: readonly [string, object | undefined][] = [
    [`${method}.input`, inputSchema],
    [`${method}.input.${legacy}`, plain],
    [`${method}.output`, outputSchema],
  ];
  return schemas.flatMap(([name, schema]) => (schema ? [[name, component(schema)] as [string, object]] : []));
}

/** The revision without `x-mcp-header`. */
const legacy: Revision = "2025-11-25";

/** An input schema with `x-mcp-header` removed; `undefined` if it has none. */
function withoutHeaders(schema: object): object | undefined {
  let headers = 0;
  const plain = rewrite(schema, ({ "x-mcp-header": header, ...rest }) => {
    if (header !== undefined) headers++;
    return rest;
  });
  return headers > 0 ? (plain as object) : undefined;
}

/** Removes `$componentRef`: JSON Schema ignores it, but MCP Description would read a reference. */
function component(schema: object): object {
  const { $componentRef: _, ...rest } = schema as Readonly<Record<string, unknown>>;
  return rest;
}

/** Declares a tool once for all revisions with an equal declaration. */
function variantsOf(tool: Tool, entry: Entry, model: Model, revisions: readonly Revision[]): object[] {
  const declared = revisions.map((revision) => ({
    revision,
    declaration: declarationOf(tool, entry, model, revision),
  }));
  const byDeclaration = Map.groupBy(declared, ({ declaration }) => JSON.stringify(declaration));
  return [...byDeclaration.values()].map((scope) => ({
    ...(scope.length < revisions.length && { protocolVersions: scope.map(({ revision }) => revision) }),
    ...scope[0]!.declaration,
  }));
}

/** Before 2026-07-28 an output must be an object. */
function outputOf({ outputSchema }: Entry, revision: Revision): object | undefined {
  const isAllowed =
    revision === "2026-07-28" || (outputSchema as { type?: unknown } | undefined)?.type === "object";
  return isAllowed ? outputSchema : undefined;
}

function declarationOf(tool: Tool, entry: Entry, model: Model, revision: Revision): object {
  const reference = (side: string) => ({ $componentRef: `#/components/schemas/${tool.method}.${side}` });
  const icons = validIcons(tool.icons);
  const examples = examplesOf(tool.examples, model.failures, revision);
  const support = tool.execution?.taskSupport;
  return {
    name: entry.name,
    ...(tool.title && { title: tool.title }),
    ...(tool.description && { description: tool.description }),
    inputSchema: reference(
      revision === legacy && withoutHeaders(entry.inputSchema) ? `input.${legacy}` : "input",
    ),
    ...(outputOf(entry, revision) && { outputSchema: reference("output") }),
    ...(tool.annotations && { annotations: tool.annotations }),
    // Only revision 2025-11-25 has `execution`.
    ...(support !== undefined && revision === "2025-11-25" && { execution: { taskSupport: support } }),
    ...(icons.length > 0 && { icons }),
    ...validMeta(entry._meta),
    ...(Object.keys(examples).length > 0 && { examples }),
    "x-toolwright-mode": tool.mode,
    ...(tool.scopes.length > 0 && { "x-toolwright-scopes": tool.scopes }),
    ...(tool.failures.length > 0 && { "x-toolwright-failures": tool.failures }),
    ...behaviourOf(tool),
    ...(tool.exactlyOne.length > 0 && { "x-toolwright-exactly-one": tool.exactlyOne }),
  };
}

/** What a caller can rely on, for which MCP Description has no fields. */
function behaviourOf({ behaviour }: Tool): object {
  const { idempotency, pages, draws } = behaviour;
  return {
    ...(idempotency && { "x-toolwright-idempotency": idempotency }),
    ...(pages && { "x-toolwright-pages": pages }),
    ...(draws && { "x-toolwright-draws": draws }),
  };
}
