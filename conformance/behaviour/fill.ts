/** Turns the valid arguments of an example into arguments that name what exists on the target. */
import { randomBytes } from "node:crypto";
import type { Context } from "../calls/context.ts";
import type { Behaviour } from "../cases/behaviour.ts";
import { edited, type Json } from "../cases/edits.ts";
import { valuesAt, withValuesAt } from "../cases/places.ts";
import { similarText } from "./calls.ts";
import type { Thing } from "./thing.ts";

export interface FillOptions {
  /** The account for which other resources are made. */
  readonly account?: string | undefined;
  /** Resource -> the one that every argument of it names. */
  readonly things?: Readonly<Record<string, Pick<Thing, "id">>>;
  /** Pointers of arguments that stay as they are. */
  readonly keep?: readonly string[];
  /** Resources whose ids stay as they are, because one of them is being made. */
  readonly within?: readonly string[];
}

/**
 * Ids of resources become ids of made ones, an idempotency key becomes a new one, and what the target file binds is
 * bound.
 */
export function fillerOf(
  { bindings, schemas }: Context,
  rules: Behaviour,
  makeFor: (
    resource: string,
    account: string | undefined,
    within: readonly string[],
  ) => Promise<Json | undefined>,
): (tool: string, input: Json, options?: FillOptions) => Promise<Json> {
  return async (tool, input, { account, things = {}, keep = [], within = [] } = {}) => {
    let filled = await bind(tool, input, keep);
    for (const [resource, { arguments: places }] of Object.entries(rules.resources)) {
      for (const { path } of places.filter((place) => place.tool === tool)) {
        const kept = valuesAt(filled, path).filter(({ pointer }) => !keep.includes(pointer));
        if (kept.length === 0) continue;
        const id =
          things[resource]?.id ??
          (within.includes(resource) ? undefined : await makeFor(resource, account, within));
        if (id === undefined) continue;
        filled = edited(
          filled,
          kept.map(({ pointer }) => ({ set: pointer, to: id })),
        );
      }
    }
    const key = rules.idempotency[tool]?.key;
    // A key that is the id of a resource is new with the resource.
    if (key === undefined || keep.includes(key) || isId(tool, key)) return filled;
    const fits = (value: string) => schemas.fits(tool, edited(filled, [{ set: key, to: value }]));
    return withValuesAt(filled, key, (old) => newKeyFor(old, fits));
  };

  function isId(tool: string, pointer: string): boolean {
    return Object.values(rules.resources).some(({ arguments: places }) =>
      places.some((place) => place.tool === tool && place.path === pointer),
    );
  }

  /** Applies the bindings of the target file, but not to ids and keys. */
  async function bind(tool: string, input: Json, keep: readonly string[]): Promise<Json> {
    const ids = Object.values(rules.resources).flatMap(({ arguments: places }) =>
      places.filter((place) => place.tool === tool).flatMap(({ path }) => valuesAt(input, path)),
    );
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
