/** Derives the cases about what results name: ids of entities that can be seen, and addresses that lead somewhere. */
import type { BehaviourCase } from "@toolwright/conformance/cases";
import { valueAt } from "@toolwright/conformance/cases";
import { memoize, type SchemaRoot, walk } from "@toolwright/json-schema";
import type { Node } from "@toolwright/json-schema/graph";
import type { Entity } from "../../../model/behaviour.ts";
import { withoutUndefined } from "../../../model/members.ts";
import type { Tool } from "../../../model/operation.ts";
import { isPassing, toolTransitions } from "../../../model/states.ts";
import { promise } from "../../promise.ts";
import { type BehaviourContext, firstPlace, inTool } from "../context.ts";
import { listFreeBases } from "../effects/copies.ts";
import { entityRule } from "../entities.ts";
import { innermostItem, placesIn, type Search } from "../places.ts";

/** The number of examples tried for one tool; further ones are rarely of another kind. */
const mostBases = 6;

/** The entity that the results of a tool are about. */
interface Subject {
  readonly bases: readonly string[];
  readonly entity?: Entity;
  /** The place of the id of the entity that the call makes. */
  readonly idAt?: string;
  /** The place of the list items that show the entity, `/notes/*`; empty if the whole result does. */
  readonly item: string;
}

/** Makes a case for the ids of a tool's results that no other key explains. */
export function idCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  const subject = findSubject(tool, context);
  const { entity } = subject ?? {};
  if (!subject?.bases.length || entity === undefined || entity.endedBy?.tool === tool.name) return [];
  const places = context.model.entities
    .filter(({ madeBy, observedBy }) => madeBy !== undefined && observedBy.length > 0)
    .flatMap((other) =>
      listPlaces(context.resultsOf(other, tool), subject)
        .filter((at) => !isExplained(tool, other, at, subject))
        .map((at) => ({ entity: other.name, at })),
    );
  if (places.length === 0) return [];
  const names = places.map(({ at }) => at).join(", ");
  const must = `The ids that ${tool.name} shows at ${names} are of entities that the tools about them show.`;
  const at = context.at(inTool(tool, "output"));
  const { bases, idAt } = subject;
  return [
    {
      ...promise("results", `${tool.name}/ids`, tool.name, must, at),
      check: "ids",
      entity: entity.name,
      ...withoutUndefined({ idAt }),
      bases,
      places,
    },
  ];
}

/** Makes a case for the addresses of a tool's results that callers do not set themselves, and that no other key is about. */
export function addressCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  const subject = tool.output && findSubject(tool, context);
  if (tool.output === undefined || subject === undefined) return [];
  const places = listPlaces(listAddresses(tool, context), subject, true);
  if (places.length === 0) return [];
  const must = `The addresses that ${tool.name} shows at ${places.join(", ")} are those of pages.`;
  const at = context.at(inTool(tool, "output"));
  const { bases, entity, idAt } = subject;
  return [
    {
      ...promise("results", `${tool.name}/addresses`, tool.name, must, at),
      check: "addresses",
      ...withoutUndefined({ entity: entity?.name, idAt }),
      bases,
      places,
    },
  ];
}

/** Lists the places of the addresses in a tool's results that callers do not set themselves, that stay, and that do nothing when they are opened. */
export function listAddresses(tool: Tool, context: BehaviourContext): string[] {
  if (tool.output === undefined) return [];
  const known = listKnownAddresses(tool, context);
  const found = placesIn(tool.output, makeSearch(listSentNodes(context)), context.resolve);
  return found.filter((path) => !known.includes(path) && !isActing(path));
}

function findSubject(tool: Tool, context: BehaviourContext): Subject | undefined {
  return tool.annotations?.readOnlyHint === true ? findShown(tool, context) : findWritten(tool, context);
}

function findShown(tool: Tool, context: BehaviourContext): Subject | undefined {
  const base = context.baseOf(tool);
  if (base === undefined) return undefined;
  const made = context.model.entities.filter(({ madeBy }) => madeBy !== undefined);
  const entity =
    made.find(({ observedBy }) => observedBy.includes(tool.name)) ??
    made.find((each) => isNamed(each, tool, base, context));
  if (entity === undefined) return { bases: [base], item: "" };
  const observer = entityRule(entity, context).observedBy.find((each) => each.tool === tool.name);
  const list = observer?.id === undefined ? observer?.list : undefined;
  return { bases: [base], entity, item: innermostItem(list ?? "") ?? "" };
}

function findWritten(tool: Tool, context: BehaviourContext): Subject | undefined {
  const bases = listFreeBases(tool, context).slice(0, mostBases);
  const base = bases[0] ?? context.baseOf(tool);
  if (base === undefined || (bases.length === 0 && !startsWork(tool, context))) return undefined;
  const { entities } = context.model;
  const maker = entities.find(({ madeBy }) => madeBy?.tool === tool.name);
  if (maker?.madeBy !== undefined) return { bases, entity: maker, idAt: maker.madeBy.path, item: "" };
  const entity = entities.find((each) => each.madeBy !== undefined && isNamed(each, tool, base, context));
  if (entity === undefined) return { bases, item: "" };
  const { copies } = tool.behaviour;
  const isCopy = copies !== undefined && context.argumentsOf(entity, tool).includes(copies.source);
  return { bases, entity, ...(isCopy && { idAt: copies.copy }), item: "" };
}

/** Whether calls of a tool begin work of the server. */
function startsWork({ name }: Tool, { model }: BehaviourContext): boolean {
  return model.states.some((machine) =>
    toolTransitions(machine).some(({ to, by }) => by.tool === name && isPassing(to, machine)),
  );
}

/** Whether the arguments of a base name an entity. */
function isNamed(entity: Entity, tool: Tool, base: string, context: BehaviourContext): boolean {
  const content = context.readContent(base);
  return context.argumentsOf(entity, tool).some((path) => valueAt(content, firstPlace(path)) !== undefined);
}

/** Returns places of a result as places of what shows the entity. @param several whether places with several values count */
function listPlaces(paths: readonly string[], { item }: Subject, several = false): string[] {
  return paths
    .filter((path) => item === "" || path.startsWith(`${item}/`))
    .map((path) => path.slice(item.length))
    .filter((path) => several || !path.split("/").includes("*"));
}

/** Whether other cases are about an id: it is the id of the new entity or of the named one, or it repeats an argument. */
function isExplained(tool: Tool, other: Entity, at: string, { entity, idAt, item }: Subject): boolean {
  const { repeats } = tool.behaviour;
  const isOfMaker = other.madeBy?.tool === tool.name && at === other.madeBy.path;
  const isOwn = other === entity && (idAt === undefined || item !== "");
  return isOfMaker || isOwn || repeats.some(({ path }) => path === item + at);
}

const formats: readonly (string | undefined)[] = ["uri", "url", "iri"];

/** Searches for addresses. @param sent the schemas of addresses that callers send, which may be of any page */
function makeSearch(sent: ReadonlySet<string>): Search {
  return {
    matches: (node) => formats.includes(node.format) && !sent.has(nameNode(node)),
    isIn: namesAddresses,
  };
}

const namesAddresses = memoize((root: SchemaRoot): boolean => {
  let found = false;
  walk(root.schema, ({ format }) => {
    found ||= typeof format === "string" && formats.includes(format);
  });
  return found;
});

/** Lists the schemas of addresses in arguments. */
const listSentNodes = memoize((context: BehaviourContext): ReadonlySet<string> => {
  const sent = new Set<string>();
  const search: Search = {
    matches(node) {
      if (formats.includes(node.format)) sent.add(nameNode(node));
      return false;
    },
    isIn: namesAddresses,
  };
  for (const { input } of context.model.tools) placesIn(input, search, context.resolve);
  return sent;
});

function nameNode({ root, pointer }: Node): string {
  return `${root.uri} ${pointer}`;
}

/** Lists the addresses of files, and those that end after a time. */
function listKnownAddresses({ name, behaviour }: Tool, { model }: BehaviourContext): string[] {
  const ending = model.limits.filter(
    ({ kind, appliesTo }) => kind === "duration" && appliesTo !== "all" && appliesTo.includes(name),
  );
  return [...behaviour.files.map(({ url }) => url), ...ending.flatMap(({ field }) => field ?? [])];
}

/** Whether the last name of a place says that the address does something, or takes something, when it is opened. */
function isActing(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return /accept|approve|callback|cancel|confirm|decline|delete|hook|log_?out|pay|reject|remove|reset|revoke|sign_?out|unsubscribe|upload/i.test(
    name,
  );
}
