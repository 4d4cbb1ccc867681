/** A list that a tool shows, and the entities to which it belongs. */
import { applyEdits, type Json, steps, valueAt } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import type { Engine } from "../engine.ts";
import { listIdArguments } from "../rules/rule-calls.ts";

export interface ListRule {
  readonly tool: string;
  readonly input: Json;
  /** The array in the result. */
  readonly items: string;
}

/** Whether a list belongs to an entity that its call names. The call does not contain optional filters by an entity. */
export function isOwnList(rules: Engine["rules"], list: Pick<ListRule, "tool" | "input">): boolean {
  return listOwners(rules, list).length > 0;
}

/**
 * Finds the entity that a list contains; undefined if its items are not entities that a tool makes. Items may also have ids of
 * other entities, so `pages.id` decides which entity an item is.
 */
export function findMaker(rules: Engine["rules"], list: ListRule): string | undefined {
  const { tool, items } = list;
  const id = rules.pages[tool]?.items === items ? rules.pages[tool].id : undefined;
  const owners = listOwners(rules, list);
  const isItem = (path: string) =>
    id === undefined ? path.startsWith(`${items}/*`) : path === `${items}/*${id}`;
  const makers = Object.entries(rules.entities).filter(
    ([name, { madeBy, results }]) =>
      madeBy !== undefined &&
      !owners.includes(name) &&
      results.some((place) => place.tool === tool && isItem(place.path)),
  );
  const shown = makers.find(([, { observedBy }]) => observedBy.some((observer) => observer.tool === tool));
  return (shown ?? makers[0])?.[0];
}

/** Finds a tool that lists, page by page, what belongs to an entity. */
export function findOwnList(entity: string, rules: Engine["rules"]): string | undefined {
  return Object.keys(rules.pages).find((tool) =>
    listOwners(rules, { tool, input: rules.pages[tool]!.first.input }).includes(entity),
  );
}

/** Lists the entities that tools make and that the call of a list names. */
export function listOwners(
  { entities }: Engine["rules"],
  { tool, input }: Pick<ListRule, "tool" | "input">,
): string[] {
  return listIdArguments({ entities }, tool)
    .filter(({ madeBy, path }) => madeBy !== undefined && valuesAt(input, path).length > 0)
    .map(({ entity }) => entity);
}

/** A call about entities. */
interface CallAbout {
  readonly tool: string;
  readonly input: Json;
}

/**
 * Returns the arguments of a list with the ids of what another call is about, where the list takes them as filters: a file of one study has
 * the samples that the list of all samples shows for this study.
 */
export function narrowTo(
  about: CallAbout,
  list: CallAbout,
  { rules, context }: Pick<Engine, "rules" | "context">,
): Json {
  const owners = listOwners(rules, list);
  const edits = listIdArguments(rules, about.tool)
    .filter(({ entity, madeBy }) => madeBy !== undefined && !owners.includes(entity))
    .flatMap(({ entity, path }) => {
      const [id] = valuesAt(about.input, path);
      const place = listIdArguments(rules, list.tool).find(
        (each) => each.entity === entity && !each.path.includes("*"),
      );
      return id === undefined || place === undefined ? [] : [{ set: place.path, to: id.value }];
    });
  const narrowed = applyEdits(list.input, edits);
  return context.schemas.fits(list.tool, narrowed) ? narrowed : list.input;
}

/** Reads the default of an argument in the manifest; undefined if it has none. */
export function readDefault({ context }: Engine, tool: string, argument: string): Json | undefined {
  const entry = context.cases.manifest.find(({ name }) => name === tool);
  return valueAt(entry?.inputSchema ?? null, `/properties${argument}/default`);
}

export function lastStep(path: string): string {
  return steps(path).at(-1) ?? "";
}
