/**
 * Chooses what a case about an annotation looks at: the tools and entities that can show what its call touches, by the spec and by names.
 * Where neither tells, a sample shows the rest, so that requests grow as the number of tools does and not with its square.
 */
import { listNamedEntities } from "../../behaviour/rules/rule-calls.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { ModeCase } from "../../cases/behaviour-cases.ts";
import type { CaseFile } from "../../cases/format.ts";

/** The most tools that look at an instance or at an account for one case. */
const mostObservers = 8;
/** The most entities of which all are looked at, and the size of the sample if there are more. */
const mostEntities = 8;
const sampledEntities = 2;

/** Lists the reading tools that look at the account for a case of the tool. */
export function listAccountObservers(
  { tools, bases }: Pick<CaseFile, "tools" | "bases">,
  tool: string,
): string[] {
  const names = Object.keys(tools);
  return sample(listReaders({ tools, bases }, tool), {
    size: mostObservers,
    from: names.indexOf(tool),
    first: relatedTo(tool, names),
  });
}

function listReaders({ tools, bases }: Pick<CaseFile, "tools" | "bases">, tool: string): string[] {
  return Object.keys(tools).filter(
    (name) => name !== tool && tools[name]!.readOnly && bases[name] !== undefined,
  );
}

/** Lists the tools that look at an instance for a case of the tool, those that show its state first. */
export function listEntityObservers(
  { entities, states }: Pick<Behaviour, "entities" | "states">,
  entity: string,
  tool: string,
): string[] {
  const observers = [...new Set(entities[entity]!.observedBy.map((observer) => observer.tool))];
  const ofState = new Set(Object.values(states).map(({ field }) => field.tool));
  const related = relatedTo(tool, observers);
  const first = (name: string) => (ofState.has(name) ? 1 : 0) + related(name);
  return sample(observers, { size: mostObservers, from: hash(tool), first });
}

/** Lists those of some entities that a call which names none can touch: what its tool makes or shows, those that a shared look has seen changed, and a sample of the others. */
export function listTouchedEntities(
  { entities }: Pick<Behaviour, "entities">,
  shown: readonly string[],
  tool: string,
  suspects: readonly string[] = [],
): string[] {
  if (shown.length <= mostEntities) return [...shown];
  const own = shown.filter((name) => {
    const { madeBy, observedBy, results } = entities[name]!;
    return [madeBy, ...observedBy, ...results].some((place) => place?.tool === tool);
  });
  const chosen = [
    ...new Set([
      ...own.slice(0, sampledEntities),
      ...suspects.filter((name) => shown.includes(name)).slice(0, sampledEntities),
    ]),
  ];
  const others = shown.filter((name) => !own.includes(name) && !chosen.includes(name));
  return [...chosen, ...sample(others, { size: sampledEntities, from: hash(tool), first: () => 0 })];
}

/**
 * Counts the requests of a case that looks at the account, or at a sample of the entities; `undefined` if it looks at the few entities that
 * its call names. A case needs one more look if an answer shows a change, and its tool's calls again if that is not the first time.
 */
export function countObserved(each: ModeCase, cases: CaseFile): number | undefined {
  const { check, tool } = each;
  const calls = check === "not-destructive" ? 1 : 2;
  const { behaviour: rules } = cases;
  const shown = rules === undefined ? [] : listShown(each, rules);
  if (rules === undefined || shown.length === 0) return calls + 2 * listAccountObservers(cases, tool).length;
  if (shown.length <= mostEntities || namesAny(each, cases, shown)) return undefined;
  const looks = listTouchedEntities(rules, shown, tool).map(
    (entity) => listEntityObservers(rules, entity, tool).length,
  );
  return looks.reduce((sum, count) => sum + 1 + 2 * count, calls);
}

/** Says which part of the tools or entities a case looks at; `undefined` if it looks at all that can show what its call touches. */
export function describeSample(each: ModeCase, cases: CaseFile): string | undefined {
  const { behaviour: rules } = cases;
  const shown = rules === undefined ? [] : listShown(each, rules);
  if (rules === undefined || shown.length === 0) {
    const all = listReaders(cases, each.tool);
    const some = listAccountObservers(cases, each.tool);
    return describePart(some, all, "reading tools");
  }
  if (namesAny(each, cases, shown)) return undefined;
  return describePart(listTouchedEntities(rules, shown, each.tool), shown, "entities");
}

function describePart(some: readonly string[], all: readonly string[], noun: string): string | undefined {
  if (some.length === all.length) return undefined;
  return `Where it is called alone, the case looks at ${some.length} of ${all.length} ${noun}: ${some.join(", ")}.`;
}

/** Lists the entities that can be made and that other tools show. */
function listShown({ check, tool }: ModeCase, { entities }: Pick<Behaviour, "entities">): string[] {
  const isOther = (observer: string) => check !== "read-only" || observer !== tool;
  return Object.entries(entities)
    .filter(([, { madeBy, observedBy }]) => madeBy && observedBy.some((each) => isOther(each.tool)))
    .map(([name]) => name);
}

function namesAny(each: ModeCase, cases: CaseFile, shown: readonly string[]): boolean {
  if (cases.behaviour === undefined) return false;
  const named = listNamedEntities(cases.behaviour, each.tool, exampleArguments(cases, each));
  return shown.some((entity) => named.has(entity));
}

interface Sample {
  readonly size: number;
  /** The place from which the sample is taken: other tools get other samples, and all of them together see everything. */
  readonly from: number;
  /** How much an item has to do with the call; 0 if nothing is known. */
  first(item: string): number;
}

/** Returns all items if they are few; else the related ones, at most half of the sample, and others from a place on, in their order. */
function sample(items: readonly string[], { size, from, first }: Sample): string[] {
  if (items.length <= size) return [...items];
  const related = items
    .filter((item) => first(item) > 0)
    .toSorted((a, b) => first(b) - first(a))
    .slice(0, size / 2);
  const rest = items.filter((item) => !related.includes(item));
  const start = (from * size) % rest.length;
  const chosen = new Set([...related, ...[...rest.slice(start), ...rest].slice(0, size - related.length)]);
  return items.filter((item) => chosen.has(item));
}

/** Returns how much the name of a tool has in common with those of others: a word counts more, the fewer tools have it. */
function relatedTo(tool: string, names: readonly string[]): (name: string) => number {
  const counts = new Map<string, number>();
  for (const word of names.flatMap(listWords)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const isTelling = (word: string) => (counts.get(word) ?? 0) <= Math.max(mostObservers, names.length / 8);
  const own = new Set(listWords(tool).filter(isTelling));
  return (name) =>
    listWords(name).reduce((sum, word) => sum + (own.has(word) ? 1 / (counts.get(word) ?? 1) : 0), 0);
}

/** Lists the words of a name, without a plural s, each once. */
function listWords(name: string): string[] {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return [...new Set(words.filter((word) => word !== "").map((word) => word.replace(/s$/, "")))];
}

function hash(text: string): number {
  return [...text].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521, 7);
}
