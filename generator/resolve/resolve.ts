import type { Mode, Model, NamedType } from "../model/model.ts";
import { fileStem, pascalCase } from "../model/names.ts";
import type { Operation } from "../model/operation.ts";
import type { SpecDocument } from "../parse/document.ts";
import { isContentFile } from "../parse/source.ts";
import { toUri } from "../schema/reference.ts";
import type { ServiceFile } from "../structure/shape.ts";
import { toAccountStates, withAccountStates } from "./account-states.ts";
import { type ReadCall, toEntity, toStateMachine } from "./behaviour.ts";
import { DataReader } from "./data.ts";
import { inService, type LimitSubstituter, limitSubstituter, locationBelow, toRoot } from "./limits.ts";
import { toPrompt, toResource } from "./resource.ts";
import { toScenario } from "./scenario.ts";
import { toAuth, toLimit, toServer } from "./service.ts";
import { toTool } from "./tool.ts";

/** Makes the model from documents with a checked structure. Never fails: unresolved parts stay unchanged. */
export function resolve(documents: readonly SpecDocument[]): Model {
  const file = documents.find(({ source }) => source.path === "service.yaml")!.value as ServiceFile;
  const limits = Object.entries(file.limits ?? {}).map(([name, limit]) => toLimit(name, limit));
  const substituter = limitSubstituter(limits);
  const modes = Object.entries(file.modes).map(
    ([name, hints]): Mode => ({ name, hints, at: inService(["modes", name]) }),
  );
  const below = (folder: string) =>
    documents.filter(({ source: { path } }) => path.startsWith(folder) && !isContentFile(path));
  const types = below("types/").map((document) => toType(document, substituter));
  const reader = new DataReader(substituter, new Map(types.map(({ root }) => [root.uri, root.schema])));
  const tools = below("tools/").map((document) => toTool(document, file, modes, substituter, reader));
  const accountStates = toAccountStates(file, substituter);
  const listed = <Kind extends Operation>(operations: readonly Kind[], order?: readonly string[]) =>
    inOrder(operations, order).map((operation) => withAccountStates(operation, accountStates));
  const inputs = new Map(tools.map(({ name, input }) => [name, input.schema]));
  const { calls, live } = readCalls(reader, inputs);
  return {
    server: toServer(file, substituter),
    endpoint: { transport: file.endpoint.transport, path: file.endpoint.path ?? "/mcp" },
    hasServerCard: file.endpoint.transport === "streamable-http" && (file.endpoint.serverCard ?? true),
    namesServerCard: file.endpoint.serverCard === true,
    auth: toAuth(file),
    scopes: toScopes(file, substituter),
    modes,
    limits: limits.map((limit) => ({
      ...limit,
      ...(limit.description && {
        description: substituter.substituteText(limit.description, locationBelow(limit.at, ["description"])),
      }),
    })),
    failures: toFailures(file, substituter),
    layouts: toLayouts(file),
    accountStates,
    entities: entries(file.entities).map(([name, entity]) => toEntity(name, entity, calls)),
    states: entries(file.states).map(([name, machine]) => toStateMachine(name, machine, calls, substituter)),
    types,
    scenarios: below("scenarios/").map((document) => toScenario(document, substituter, reader, inputs)),
    live,
    tools: listed(tools, file.tools),
    toolOrder: file.tools,
    resources: listed(
      below("resources/").map((document) => toResource(document, documents, substituter)),
      file.resources,
    ),
    resourceOrder: file.resources ?? [],
    contentFiles: documents.flatMap(({ source: { path } }) =>
      isContentFile(path) ? [path.slice("resources/".length)] : [],
    ),
    prompts: listed(
      below("prompts/").map((document) => toPrompt(document, substituter)),
      file.prompts,
    ),
    promptOrder: file.prompts ?? [],
    skills: toSkills(file, substituter),
    limitUses: substituter.uses,
    ...(file.registry && { registry: file.registry }),
    accepted: entries(file.accept).map(([code, reason]) => ({
      code,
      reason,
      at: inService(["accept", code]),
    })),
  };
}

function toScopes({ scopes }: ServiceFile, substituter: LimitSubstituter): Model["scopes"] {
  return entries(scopes).map(([name, description]) => ({
    name,
    description: substituter.substituteText(description, inService(["scopes", name])),
    at: inService(["scopes", name]),
  }));
}

function toLayouts({ layouts }: ServiceFile): Model["layouts"] {
  return entries(layouts).map(([name, lines]) => ({ name, lines, at: inService(["layouts", name]) }));
}

function toFailures({ failures }: ServiceFile, substituter: LimitSubstituter): Model["failures"] {
  return entries(failures).map(([code, failure]) => ({
    ...failure,
    code,
    when: substituter.substituteText(failure.when, inService(["failures", code, "when"])),
    at: inService(["failures", code]),
  }));
}

function toSkills({ skills }: ServiceFile, substituter: LimitSubstituter): Model["skills"] {
  return entries(skills).map(([name, { description, workflows }]) => {
    const at = inService(["skills", name]);
    const text = substituter.substituteText(description, locationBelow(at, ["description"]));
    return { name, workflows, description: text.replace(/\s+/g, " ").trim(), at };
  });
}

/** Reads the arguments of calls in declarations, and collects their live values. */
function readCalls(
  reader: DataReader,
  inputs: ReadonlyMap<string, unknown>,
): { readonly calls: ReadCall; readonly live: Model["live"] } {
  const live: Model["live"][number][] = [];
  const calls: ReadCall = ({ tool, input = {} }, at) => {
    const read = reader.read(input, at, inputs.get(tool));
    if (read.live.length > 0) live.push({ tool, values: read.live });
    return read.value;
  };
  return { calls, live };
}

function entries<T>(map: Readonly<Record<string, T>> | undefined): [string, T][] {
  return Object.entries(map ?? {});
}

function inOrder<T extends Operation>(operations: readonly T[], order: readonly string[] = []): T[] {
  const position = new Map(order.map((name, index) => [name, index]));
  const findPosition = ({ name }: T) => position.get(name) ?? order.length;
  return operations.toSorted((a, b) => findPosition(a) - findPosition(b));
}

function toType({ source, value }: SpecDocument, substituter: LimitSubstituter): NamedType {
  const name = fileStem(source.path);
  return {
    name,
    typeName: pascalCase(name),
    root: toRoot(toUri(source.path), value, { file: source.path, path: [] }, substituter),
  };
}
