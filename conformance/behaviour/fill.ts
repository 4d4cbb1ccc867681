/** Turns the valid arguments of an example into arguments that name what exists on the target. */
import { randomBytes } from "node:crypto";
import type { Context } from "../calls/context.ts";
import type { Behaviour } from "../cases/behaviour.ts";
import { edited, type Json } from "../cases/edits.ts";
import { valuesAt, withValuesAt } from "../cases/places.ts";
import type { EntityInstance } from "./entity-instance.ts";
import { listIdArguments } from "./rule-calls.ts";
import { similarText } from "./similar-text.ts";

export interface FillOptions {
  /** The account for which other entities are made. */
  readonly account?: string | undefined;
  /** Entity -> the one that every argument of it names. */
  readonly instances?: Readonly<Record<string, Pick<EntityInstance, "id">>>;
  /** Pointers of arguments that stay as they are. */
  readonly keep?: readonly string[];
  /** Entities whose ids stay as they are, because one of them is being made. */
  readonly within?: readonly string[];
}

/**
 * Ids of entities become ids of made ones, an idempotency key becomes a new one, and what the target file binds is
 * bound.
 */
export function makeFiller(
  { bindings, schemas }: Context,
  rules: Behaviour,
  makeFor: (
    entity: string,
    account: string | undefined,
    within: readonly string[],
  ) => Promise<Json | undefined>,
): (tool: string, input: Json, options?: FillOptions) => Promise<Json> {
  return async (tool, input, options = {}) => {
    const { keep = [] } = options;
    const filled = await withMadeIds(tool, await bind(tool, input, keep), options);
    const key = rules.idempotency[tool]?.key;
    // A key that is the id of an entity is new with the entity.
    const isId = listIdArguments(rules, tool).some(({ path }) => path === key);
    if (key === undefined || keep.includes(key) || isId) return filled;
    const fits = (value: string) => schemas.fits(tool, edited(filled, [{ set: key, to: value }]));
    return withValuesAt(filled, key, (old) => newKeyFor(old, fits));
  };

  async function withMadeIds(tool: string, input: Json, options: FillOptions): Promise<Json> {
    const { account, instances = {}, keep = [], within = [] } = options;
    let filled = input;
    for (const { entity, path } of listIdArguments(rules, tool)) {
      const replaced = valuesAt(filled, path).filter(({ pointer }) => !keep.includes(pointer));
      if (replaced.length === 0) continue;
      const isBeingMade = instances[entity] === undefined && within.includes(entity);
      const id = isBeingMade
        ? undefined
        : (instances[entity]?.id ?? (await makeFor(entity, account, within)));
      if (id === undefined) continue;
      const edits = replaced.map(({ pointer }) => ({ set: pointer, to: id }));
      filled = edited(filled, edits);
    }
    return filled;
  }

  /** Applies the bindings of the target file, but not to ids and keys. */
  async function bind(tool: string, input: Json, keep: readonly string[]): Promise<Json> {
    const ids = listIdArguments(rules, tool).flatMap(({ path }) => valuesAt(input, path));
    const untouched = [...ids.map(({ pointer }) => pointer), ...keep, rules.idempotency[tool]?.key ?? ""];
    const places = bindings.placesOfTarget(input).filter((pointer) => !untouched.includes(pointer));
    return places.length === 0 ? input : bindings.shared().into(tool, input, places);
  }
}

/** A key that no call has used and that fits. */
export function newKeyFor(old: Json, fits: (key: string) => boolean): Json {
  const candidates = typeof old === "string" ? [similarText(old), similarText(old)] : [];
  return [...candidates, ...freshKeys()].find((candidate) => candidate !== old && fits(candidate)) ?? old;
}

/** Keys of common shapes. */
function freshKeys(): string[] {
  return [
    crypto.randomUUID(),
    `conformance-${randomBytes(8).toString("hex")}`,
    randomBytes(16).toString("hex"),
    randomBytes(4).toString("hex"),
  ];
}
