/** Makes entities whose texts have letters that files show wrongly where their writer forgets them. */
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import type { MakeOptions } from "../../behaviour/instances/options.ts";
import { listOwners } from "../../behaviour/lists/list-rule.ts";
import { listIdArguments } from "../../behaviour/rules/rule-calls.ts";
import type { Json } from "../../cases/edits.ts";
import { ifPossible, requireDeclared } from "../../results/precondition-error.ts";

/** Letters of two, three and four bytes: their number is not that of the bytes. */
export const longLetters = " \u00c4\u20ac\u{1f600}";

/** The signs for which cells of CSV have to be quoted. */
const quotedLetters = ' "a", b; c';

/** The most kinds of things that are made for one file. */
const mostEntities = 3;

/** Makes an entity, and adds letters to the texts with which it is made, also in lists of texts, as far as they fit. */
export async function makeMarked(
  entity: string,
  letters: string,
  { rules, context: { schemas }, instances }: Engine,
  options: MakeOptions = {},
): Promise<EntityInstance> {
  const { madeBy } = requireDeclared(rules.entities[entity]);
  const maker = requireDeclared(madeBy);
  const ids = listIdArguments(rules, maker.tool).map(({ path }) => path.slice(1));
  const texts = Object.entries(maker.input)
    .filter(([name]) => !ids.includes(name))
    .map(([name, value]) => [name, addLetters(value, letters)] as const)
    .filter(
      ([name, value]) => value !== undefined && schemas.fits(maker.tool, { ...maker.input, [name]: value }),
    );
  return instances.make(entity, { ...options, input: Object.fromEntries(texts) as Record<string, Json> });
}

function addLetters(value: Json, letters: string): Json | undefined {
  if (typeof value === "string") return value + letters;
  const isOfTexts =
    Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "string");
  return isOfTexts ? value.map((each) => each + letters) : undefined;
}

/**
 * Calls a tool whose file may be CSV about things with texts that have to be quoted in it: the one that the call names and what is made in it, or
 * what the account has.
 */
export async function callWithQuotedTexts(tool: string, input: Json, engine: Engine): Promise<void> {
  const { rules, instances, calls } = engine;
  const [owner] = listOwners(rules, { tool, input });
  const one = owner === undefined ? undefined : await ifPossible(makeMarked(owner, quotedLetters, engine));
  if (owner !== undefined && one === undefined) return;
  const named = one === undefined ? {} : { [one.entity]: one };
  const makers = Object.entries(rules.entities).filter(([entity, { madeBy }]) => {
    const outer = madeBy === undefined ? [] : listIdArguments(rules, madeBy.tool).map((each) => each.entity);
    return entity !== owner && madeBy !== undefined && (owner === undefined || outer.includes(owner));
  });
  for (const [entity] of makers.slice(0, mostEntities))
    await ifPossible(makeMarked(entity, quotedLetters, engine, { instances: named }));
  await ifPossible(
    instances.fill(tool, input, { instances: named }).then((filled) => calls.call({ tool, input: filled })),
  );
}
