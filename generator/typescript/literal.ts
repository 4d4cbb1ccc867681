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

/**
 * Code with escapes for the characters that turn the direction of a line, or end it in some editors. Comments have none, so they stand in
 * literals.
 */
export function withVisibleLetters(code: string): string {
  return code.replace(
    /[\p{Bidi_Control}\u2028\u2029\u0085]/gu,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function list(items: readonly string[], open: string, close: string, indent: string): string {
  if (items.length === 0) return open.trim() + close.trim();
  const line = `${open}${items.join(", ")}${close}`;
  if (line.length + indent.length <= 100 && !line.includes("\n")) return line;
  return `${open.trim()}\n${items.map((item) => `${indent}  ${item},\n`).join("")}${indent}${close.trim()}`;
}
