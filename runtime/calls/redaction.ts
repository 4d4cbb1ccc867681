/** Removes output fields that need a scope which the caller lacks. */
import { isObject } from "../json/object.ts";
import { listOperations, type RedactionNode, type Service } from "../service/service.ts";

/** All scopes that fields need. A caller with all of them gets outputs unchanged. */
export function redactionScopes(graph: readonly RedactionNode[]): readonly string[] {
  return [...new Set(graph.flatMap(({ remove = {} }) => Object.values(remove).flat()))];
}

/** All scopes that some tool or field of a service needs: the scopes of a caller without restrictions. */
export function allScopes(service: Service): ReadonlySet<string> {
  return new Set(
    listOperations(service).flatMap(({ scopes, redaction }) => [...scopes, ...redactionScopes(redaction)]),
  );
}

/**
 * Returns the output without the fields that need a missing scope. Copies the objects that it changes and shares the others,
 * since the handler may keep its output, for example in a cache.
 */
export function redact(
  graph: readonly RedactionNode[],
  scopes: ReadonlySet<string>,
  output: unknown,
): unknown {
  return redactValue(0, output);

  function redactValue(index: number | null | undefined, value: unknown): unknown {
    const node = index == null ? undefined : graph[index];
    if (node === undefined) return value;
    if (Array.isArray(value)) return redactItems(node, value);
    return isObject(value) ? redactObject(node, value) : value;
  }

  function redactItems(node: RedactionNode, items: readonly unknown[]): readonly unknown[] {
    if (node.items === undefined && node.prefixItems === undefined) return items;
    const visible = items.map((item, at) => redactValue(itemNode(node, at), item));
    return visible.every((item, at) => item === items[at]) ? items : visible;
  }

  function redactObject(node: RedactionNode, object: Readonly<Record<string, unknown>>): unknown {
    let copy: Record<string, unknown> | undefined;
    for (const name of Object.keys(object)) {
      if (isHidden(node, name)) {
        copy ??= { ...object };
        delete copy[name];
        continue;
      }
      const child = own(node.properties, name);
      const value = redactValue(child === undefined ? node.additionalProperties : child, object[name]);
      if (value === object[name]) continue;
      copy ??= { ...object };
      copy[name] = value;
    }
    return copy ?? object;
  }

  function isHidden(node: RedactionNode, name: string): boolean {
    return own(node.remove, name)?.some((scope) => !scopes.has(scope)) ?? false;
  }
}

function itemNode({ prefixItems = [], items }: RedactionNode, at: number): number | null | undefined {
  return at < prefixItems.length ? prefixItems[at] : items;
}

/** Looks at own properties only: a field may be called `constructor`, which every object inherits. */
function own<T>(table: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}
