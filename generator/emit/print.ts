import { type GeneratedFile, header } from "./file.ts";

/** One TypeScript file out of its statements, each of which stands on lines of its own. */
export function printTypeScript(path: string, statements: readonly string[]): GeneratedFile {
  const text = statements.map((statement) => statement.replace(/\n$/, "")).join("\n");
  return { path, text: `// ${header}\n\n${text.trim()}\n` };
}

/** A doc comment on lines of its own, or nothing for an empty text. */
export function docComment(doc: string, indent: string): string {
  const text = commentSafe(doc);
  if (text === "") return "";
  if (!text.includes("\n")) return `${indent}/** ${text} */\n`;
  const lines = text.split("\n").map((line) => `${indent} *${line === "" ? "" : ` ${line}`}\n`);
  return `${indent}/**\n${lines.join("")}${indent} */\n`;
}

/** Paragraphs of a doc comment, the empty ones left out. No line of them is taken for a tag. */
export function paragraphs(...texts: readonly (string | undefined)[]): string {
  return withoutTags(texts.filter((text) => text !== undefined && text.trim() !== "").join("\n\n"));
}

/** `export type`, as a statement. */
export function typeAlias(name: string, type: string, description: string): string {
  return `\n${docComment(description, "")}export type ${name} = ${type};\n`;
}

/** `export const`, as a statement. */
export function constant(name: string, type: string | undefined, value: string, description: string): string {
  return `/** ${commentSafe(description)} */\nexport const ${name}${type === undefined ? "" : `: ${type}`} = ${value};\n`;
}

/** `import type`, one name a line where they do not fit on one. */
export function typeImport(from: string, names: readonly string[]): string {
  const sorted = [...new Set(names)].sort();
  const line = `import type { ${sorted.join(", ")} } from ${JSON.stringify(from)};`;
  return line.length <= 110
    ? line
    : `import type {\n${sorted.map((name) => `  ${name},\n`).join("")}} from ${JSON.stringify(from)};`;
}

/** A text in which no line is taken for a tag of JSDoc. */
export function withoutTags(text: string): string {
  return text.replace(/^(\s*)@/gm, "$1\\@");
}

/** A text in which no comment can end. */
export function commentSafe(text: string): string {
  return text
    .replaceAll("*/", "*\\/")
    .replace(/[ \t]+$/gm, "")
    .trim();
}

/** A value of JSON as a TypeScript literal, keys in their order, one entry a line. */
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

/** As a key of an object literal or an interface. */
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
