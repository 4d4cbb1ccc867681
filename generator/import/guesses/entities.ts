/** Guesses what tools make, show and end. */
import type { IdPlace, ReadTool } from "./things.ts";

export interface EntityGuess {
  readonly thing: string;
  readonly maker: ReadTool;
  /** The place of the id in its result. */
  readonly path: string;
  readonly ended?: ReadTool;
  readonly observers: readonly ReadTool[];
  readonly ids: readonly IdPlace[];
}

export function guessEntities(tools: readonly ReadTool[], ids: readonly IdPlace[]): EntityGuess[] {
  const byThing = Map.groupBy(ids, ({ thing }) => thing);
  return [...byThing].flatMap(([thing, own]): EntityGuess[] => {
    const made = findMaker(thing, own, tools, new Set(byThing.keys()));
    if (made === undefined) return [];
    const observers = tools.filter((tool) => tool.isReading && shows(tool, thing, own));
    const isUsed = own.some(({ tool, side }) => side === "input" && tool !== made.maker);
    if (observers.length === 0 && !isUsed) return [];
    const ended = findEnding(thing, own, tools);
    return [{ thing, ...made, ...(ended && { ended }), observers, ids: own }];
  });
}

function findMaker(
  thing: string,
  ids: readonly IdPlace[],
  tools: readonly ReadTool[],
  things: ReadonlySet<string>,
): { readonly maker: ReadTool; readonly path: string } | undefined {
  const candidates = tools.flatMap((tool) => {
    const isNone = tool.isReading || tool.kind === "deleting" || tool.kind === "ending";
    if (isNone || takes(tool, ids)) return [];
    const path = findOwnId(tool, thing, ids);
    return path === undefined ? [] : [{ maker: tool, path }];
  });
  const about = candidates.filter(({ maker }) => isAbout(maker, thing));
  const elsewhere = candidates.filter(({ maker }) => !things.has(maker.words.noun));
  const unsure = [about, elsewhere].find((some) => some.length === 1)?.[0];
  return about.find(({ maker }) => maker.kind === "making") ?? unsure;
}

/** A tool that deletes one, else the only one that ends it in another way. */
function findEnding(
  thing: string,
  ids: readonly IdPlace[],
  tools: readonly ReadTool[],
): ReadTool | undefined {
  const able = tools.filter((tool) => isAbout(tool, thing) && takes(tool, ids) && !tool.isReading);
  const ending = able.filter(({ kind }) => kind === "ending");
  return able.find(({ kind }) => kind === "deleting") ?? (ending.length === 1 ? ending[0] : undefined);
}

/** The place of the one id of the thing in the result of a tool that is in no list. */
export function findOwnId(tool: ReadTool, thing: string, ids: readonly IdPlace[]): string | undefined {
  const single = ids.filter(
    ({ tool: own, side, place }) => own === tool && side === "output" && !place.steps.includes("*"),
  );
  const whole = single.filter(({ place }) => place.steps.at(-1) === "id" || place.steps.length === 1);
  const [only, another] = whole.length > 0 ? whole : single;
  if (only === undefined) return undefined;
  return another === undefined || isAbout(tool, thing) ? only.place.pointer : undefined;
}

/** Whether a call names an existing thing. A list of ids, such as what belongs together, counts, too. */
function takes(tool: ReadTool, ids: readonly IdPlace[]): boolean {
  return ids.some(({ tool: own, side, place }) => own === tool && side === "input" && place.isRequired);
}

/** Whether a reading tool shows the thing: by its id, or in a list of them. */
function shows(tool: ReadTool, thing: string, ids: readonly IdPlace[]): boolean {
  if (!isAbout(tool, thing)) return false;
  return takes(tool, ids) || ids.some(({ tool: own, side }) => own === tool && side === "output");
}

function isAbout({ words }: ReadTool, thing: string): boolean {
  return words.noun === thing;
}
