/** JSON data as TypeScript code. */

/** A JSON value as a TypeScript literal. Keys keep their order. */
export function literal(value: unknown, indent = ""): string {
  if (Array.isArray(value))
    return list(
      value.map((item) => literal(item, `${indent}  `)),
      "[",
      "]",
      indent,
    );
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const entries = Object.entries(value).filter(([, child]) => child !== undefined);
  return list(
    entries.map(([key, child]) => `${propertyName(key)}: ${literal(child, `${indent}  `)}`),
    "{ ",
    " }",
    indent,
  );
}

/** Formats a name as a key of an object literal or an interface. */
export function propertyName(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function list(items: readonly string[], open: string, close: string, indent: string): string {
  if (items.length === 0) return open.trim() + close.trim();
  const line = `${open}${items.join(", ")}${close}`;
  if (line.length + indent.length <= 100 && !line.includes("\n")) return line;
  return `${open.trim()}\n${items.map((item) => `${indent}  ${item},\n`).join("")}${indent}${close.trim()}`;
}
