import type { Factory } from "./factory.ts";
import type { WantedHandler } from "./names.ts";
import { importLine, type Style } from "./style.ts";

/** Returns the text of a new handler file, whose handler refuses with `not_implemented`. */
export function handlerFile(
  { of: { name, title }, group, method, exported }: WantedHandler,
  { factory, handlersFrom, style }: { factory: Factory | undefined; handlersFrom: string; style: Style },
): string {
  const { quote, end, newline, indent } = style;
  const keys = [...(group === "tools" ? [] : [group]), method];
  const type = `Handlers${keys.map((key) => `[${quote}${key}${quote}]`).join("")}`;
  const body = `() => notImplemented(${quoteText(name, quote)})`;
  const lines = [
    importLine("{ notImplemented }", "@toolwright/runtime", style),
    importLine("type { Handlers }", handlersFrom, style),
    ...(factory?.imports ?? []),
    "",
    `/** \`${name}\`${title ? `: ${title.replaceAll("*/", "*\\/").replace(/\s+/g, " ")}` : ""}. */`,
    ...(factory
      ? [
          `export function ${exported}(${factory.parameters}): ${type} {`,
          `${indent}return ${body}${end}`,
          "}",
        ]
      : [`export const ${exported}: ${type} = ${body}${end}`]),
  ];
  return lines.map((line) => line + newline).join("");
}

function quoteText(text: string, quote: string): string {
  const json = JSON.stringify(text);
  return quote === '"' ? json : `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
