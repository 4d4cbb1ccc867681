import { authSchemes } from "@toolwright/runtime";
import { describableRevisions, type Revision, toExamples } from "../description/example.ts";
import { isUri, validIcons } from "../description/icons.ts";
import { describeTables } from "../description/tables.ts";
import { compileOutputAs } from "../layout/compile-layout.ts";
import { unlessEmpty } from "../model/members.ts";
import type { Model } from "../model/model.ts";
import type { Operation, Prompt, Resource, Tool } from "../model/operation.ts";
import { resolver } from "../schema/roots.ts";
import { type GeneratedFile, header } from "./file.ts";
import { manifestOf } from "./manifest.ts";
import { listedOffers, offerEntry } from "./resource-lists.ts";
import { completedNames, serviceData } from "./service-data.ts";

const schema = "https://mcpdesc.org/schema/mcp-description/0.8.0.json";

/**
 * Emits mcpdesc.json: MCP Description 0.8.0 (mcpdesc.org), with additions under `x-toolwright-*`. It refers to manifest.json
 * for tools and to the lists for resources and prompts. Emits nothing if the server speaks no revision that can be described.
 * Undefined members are left out, since JSON has no such value.
 */
export function emitDescription(model: Model): GeneratedFile[] {
  const { server } = model;
  const revisions = describableRevisions.filter((revision) => server.protocolVersions.includes(revision));
  if (revisions.length === 0) return [];
  const entries = manifestOf(model) as readonly Entry[];
  const description = {
    $schema: schema,
    mcpdesc: "0.8.0",
    info: describeInfo(model),
    protocolVersions: revisions,
    instructions: server.instructions,
    transports: unlessEmpty(listTransports(model)),
    ...(model.auth.scheme !== "none" && describeSecurity(model)),
    components: {
      schemas: Object.fromEntries(
        model.tools.flatMap((tool, index) => listSchemas(tool, entries[index]!, index)),
      ),
    },
    capabilities: [describeCapabilities(model)],
    tools: model.tools.flatMap((tool, index) =>
      listVariants({ tool, entry: entries[index]!, index }, model, revisions),
    ),
    ...describeOffers(model),
    "x-toolwright-generator": header,
    ...describeTables(model),
  };
  return [{ path: "mcpdesc.json", text: `${JSON.stringify(description, null, 2)}\n` }];
}

/** Describes the capabilities in the form in which the server declares them. */
function describeCapabilities(model: Model): object {
  const { server, resources, prompts } = model;
  const { notifications = [] } = server;
  const isCompleted = [...resources, ...prompts].some((each) => completedNames(each, model).length > 0);
  const notifies = (what: (typeof notifications)[number]) => notifications.includes(what) || undefined;
  const changing = (list: "tools" | "resources" | "prompts") => ({ listChanged: notifies(list) });
  return {
    tools: changing("tools"),
    resources:
      resources.length > 0 ? { subscribe: notifies("updates"), ...changing("resources") } : undefined,
    prompts: prompts.length > 0 ? changing("prompts") : undefined,
    completions: isCompleted ? {} : undefined,
    logging: notifies("log") && {},
    extensions: serviceData(model).extensions,
  };
}

/** Describes resources, templates and prompts by references to their lists. */
function describeOffers(model: Model): object {
  const lists = Object.entries<readonly (Resource | Prompt)[]>(listedOffers(model));
  const described = lists.map(([list, offers]) => {
    const file = list === "prompts" ? "prompts.json" : "resources.json";
    return [
      list,
      offers.map((offer, index) => {
        const { uri, uriTemplate, arguments: parameters }: Addressed = offerEntry(offer, model);
        const { name } = offer;
        const place = { [inManifest]: `${file}#/${list}/${index}` };
        return { uri, uriTemplate, name, ...place, arguments: parameters, ...describePromises(offer) };
      }),
    ];
  });
  return Object.fromEntries(described.filter(([, offers]) => offers?.length));
}

interface Addressed {
  readonly uri?: string;
  readonly uriTemplate?: string;
  readonly arguments?: readonly object[];
}

function describePromises({ scopes, failures }: Operation): object {
  return { "x-toolwright-scopes": unlessEmpty(scopes), "x-toolwright-failures": unlessEmpty(failures) };
}

interface Entry {
  readonly name: string;
  readonly inputSchema: object;
  readonly outputSchema?: object;
  readonly [key: string]: unknown;
}

function describeInfo({ server }: Model): object {
  const { name, title, version, description, websiteUrl } = server;
  const address = websiteUrl !== undefined && isUri(websiteUrl) ? websiteUrl : undefined;
  const icons = unlessEmpty(validIcons(server.icons));
  return { name, title, version, description, websiteUrl: address, icons };
}

/** The addresses of running servers. A spec does not contain the command that starts a server over stdio. */
function listTransports({ registry }: Model): object[] {
  return (registry?.remotes ?? [])
    .filter(({ url }) => isUri(url))
    .map(({ type = "streamable-http", url }) => ({ type, url }));
}

/**
 * MCP Description allows no scopes in an HTTP scheme, so they stand in an additional key. OAuth is one, too: the other scheme
 * needs the addresses of the authorization server, which only a deployment knows.
 */
function describeSecurity({ auth, scopes }: Model): object {
  const descriptions = {
    bearer: auth.tokenSource && `Tokens come from ${auth.tokenSource}.`,
    oauth:
      "Access tokens come from the authorization server that the metadata of this server names (RFC 9728).",
  };
  const schemes = authSchemes(auth);
  const declared = schemes.map((scheme) => {
    const description = descriptions[scheme];
    const named = Object.fromEntries(scopes.map((scope) => [scope.name, scope.description]));
    const inScopes = scopes.length > 0 && { "x-toolwright-scopes": named };
    return [scheme, { type: "http", scheme: "bearer", description, ...inScopes }];
  });
  return {
    securitySchemes: Object.fromEntries(declared),
    security: schemes.map((scheme) => ({ [scheme]: [] })),
  };
}

/**
 * Each schema by its place in manifest.json, where its own references start at it, as on the wire: a `$ref` there from here would
 * make them start at the file.
 */
function listSchemas({ method }: Tool, entry: Entry, index: number): [string, object][] {
  const sides = [
    ["input", "inputSchema"],
    ["output", "outputSchema"],
  ] as const;
  return sides.flatMap(([side, key]): [string, object][] => {
    const schema = entry[key];
    if (schema === undefined) return [];
    const type = isObjectSchema(schema) ? { type: "object" } : {};
    return [[`${method}.${side}`, { ...type, [inManifest]: `manifest.json#/tools/${index}/${key}` }]];
  });
}

const inManifest = "x-toolwright-manifest";

function isObjectSchema(schema: object): boolean {
  return "type" in schema && schema.type === "object";
}

interface Described {
  readonly tool: Tool;
  readonly entry: Entry;
  readonly index: number;
}

/** Declares a tool once for all revisions with an equal declaration. */
function listVariants(described: Described, model: Model, revisions: readonly Revision[]): object[] {
  const declared = revisions.map((revision) => ({
    revision,
    declaration: declareTool(described, model, revision),
  }));
  const byDeclaration = Map.groupBy(declared, ({ declaration }) => JSON.stringify(declaration));
  return [...byDeclaration.values()].map((scope) => ({
    ...(scope.length < revisions.length && { protocolVersions: scope.map(({ revision }) => revision) }),
    ...scope[0]!.declaration,
  }));
}

/** Before 2026-07-28 an output must be an object. */
function hasOutput({ outputSchema }: Entry, revision: Revision): boolean {
  return outputSchema !== undefined && (revision === "2026-07-28" || isObjectSchema(outputSchema));
}

function declareTool({ tool, entry, index }: Described, model: Model, revision: Revision): object {
  const reference = (side: string) => ({ $componentRef: `#/components/schemas/${tool.method}.${side}` });
  const examples = toExamples(tool, compileOutputAs(tool, resolver(model)), model.failures, revision);
  const support = tool.execution?.taskSupport;
  const {
    idempotency,
    pages,
    filters,
    draws,
    spends,
    revision: expected,
    changes,
    copies,
    roundTrip,
    requires,
    overlaps,
    takes,
    tree,
    adds,
    removes,
    lists,
    task,
    deadlineSeconds,
  } = tool.behaviour;
  return {
    name: entry.name,
    [inManifest]: `manifest.json#/tools/${index}`,
    inputSchema: reference("input"),
    outputSchema: hasOutput(entry, revision) ? reference("output") : undefined,
    // Only revision 2025-11-25 has `execution`.
    ...(support !== undefined && revision === "2025-11-25" && { execution: { taskSupport: support } }),
    ...(Object.keys(examples).length > 0 && { examples }),
    "x-toolwright-mode": tool.mode,
    ...describePromises(tool),
    // Guarantees for callers that MCP Description has no fields for.
    "x-toolwright-idempotency": idempotency,
    "x-toolwright-pages": pages,
    "x-toolwright-filters": filters,
    "x-toolwright-draws": draws,
    "x-toolwright-spends": spends,
    "x-toolwright-revision": expected,
    "x-toolwright-changes": unlessEmpty(changes.map(({ at: _, ...change }) => change)),
    "x-toolwright-copies": copies,
    "x-toolwright-round-trip": roundTrip && { ...roundTrip, at: undefined },
    "x-toolwright-requires": unlessEmpty(requires.map(({ at: _, ...requirement }) => requirement)),
    "x-toolwright-overlaps": unlessEmpty(overlaps.map(({ at: _, ...overlap }) => overlap)),
    "x-toolwright-tree": tree && { ...tree, at: undefined },
    "x-toolwright-takes": takes && { ...takes, at: undefined },
    "x-toolwright-adds": unlessEmpty(adds.map(({ at: _, ...list }) => list)),
    "x-toolwright-removes": unlessEmpty(removes.map(({ at: _, ...list }) => list)),
    "x-toolwright-lists": lists && { ...lists, where: lists.where.map(({ text }) => text), at: undefined },
    // Only revision 2026-07-28 has the extension for tasks.
    ...(revision === "2026-07-28" && { "x-toolwright-task": task }),
    "x-toolwright-deadline-seconds": deadlineSeconds,
    "x-toolwright-exactly-one": unlessEmpty(tool.exactlyOne),
  };
}
