import type { Guard, Service } from "../service.ts";
import { isObject } from "./message.ts";

/** Every scope that some guard asks for. A caller who holds them all sees outputs as they are. */
export function guardedScopes(guards: readonly Guard[]): readonly string[] {
  return [...new Set(guards.flatMap((guard) => Object.values(guard.remove ?? {}).flat()))];
}

/** Every scope that a tool or a field of a service asks for: what callers hold who may do everything. */
export function everyScope({ tools }: Service): ReadonlySet<string> {
  return new Set(tools.flatMap(({ scopes, guards }) => [...scopes, ...guardedScopes(guards)]));
}

/**
 * The output without the fields that these scopes do not show. Copies what it changes and shares the rest: the handler
 * may keep what it returned, in a cache for one.
 */
export function withhold(guards: readonly Guard[], scopes: ReadonlySet<string>, output: unknown): unknown {
  return visit(0, output);

  function visit(index: number | null | undefined, value: unknown): unknown {
    const guard = index == null ? undefined : guards[index];
    if (guard === undefined) return value;
    if (Array.isArray(value)) return visitItems(guard, value);
    return isObject(value) ? visitProperties(guard, value) : value;
  }

  function visitItems(guard: Guard, items: readonly unknown[]): readonly unknown[] {
    if (guard.items === undefined && guard.prefix === undefined) return items;
    const visible = items.map((item, at) => visit(itemGuard(guard, at), item));
    return visible.every((item, at) => item === items[at]) ? items : visible;
  }

  function visitProperties(guard: Guard, value: Readonly<Record<string, unknown>>): unknown {
    let copy: Record<string, unknown> | undefined;
    for (const name of Object.keys(value)) {
      if (isHidden(guard, name)) {
        copy ??= { ...value };
        delete copy[name];
        continue;
      }
      const below = own(guard.properties, name);
      const seen = visit(below === undefined ? guard.others : below, value[name]);
      if (seen === value[name]) continue;
      copy ??= { ...value };
      copy[name] = seen;
    }
    return copy ?? value;
  }

  function isHidden(guard: Guard, name: string): boolean {
    return own(guard.remove, name)?.some((scope) => !scopes.has(scope)) ?? false;
  }
}

function itemGuard(guard: Guard, at: number): number | null | undefined {
  const { prefix = [], items } = guard;
  return at < prefix.length ? prefix[at] : items;
}

/** A field may be called `constructor`; what an object inherits says nothing about it. */
function own<T>(table: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}
