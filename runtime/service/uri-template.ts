/** URI templates (RFC 6570): `{name}` (level 1) and `{+name}`, which may contain `/`. */

/** A text, or a variable of a template. */
export type UriTemplatePart =
  | { readonly text: string }
  | { readonly name: string; readonly isReserved: boolean };

/** Returns the parts of a template, in order; undefined if it has another form. */
export function uriTemplateParts(template: string): UriTemplatePart[] | undefined {
  const parts = template.split(/(\{[^{}]*\})/).filter((part) => part !== "");
  const read = parts.map((part): UriTemplatePart | undefined => {
    if (!/[{}]/.test(part)) return { text: part };
    const [, plus, name] = /^\{(\+?)([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(part) ?? [];
    return name === undefined ? undefined : { name, isReserved: plus === "+" };
  });
  return read.every((part) => part !== undefined) ? read : undefined;
}

/** Returns the URI of a template for these parameters. */
export function expandUri(template: string, parameters: object): string {
  return template.replace(/\{(\+?)([^{}]*)\}/g, (_, plus: string, name: string) => {
    const value = String(Reflect.get(parameters, name));
    return plus === "+" ? encodeURI(value) : encodeURIComponent(value);
  });
}

/** Returns the parameters of a URI; undefined if it does not match the template. */
export type MatchUri = (uri: string) => Record<string, string> | undefined;

/**
 * Creates the function that finds the parameters of a URI in linear time: a value ends at the first occurrence of the text that
 * follows it, and the last value ends at the text that ends the URI.
 */
export function uriMatcher(template: string): MatchUri {
  const parts = uriTemplateParts(template) ?? [];
  return (uri) => {
    const values: [string, string][] = [];
    let position = 0;
    for (const [index, part] of parts.entries()) {
      if ("text" in part) {
        if (!uri.startsWith(part.text, position)) return undefined;
        position += part.text.length;
        continue;
      }
      const end = endOfValue(uri, position, parts.slice(index + 1));
      const value = decodeValue(uri.slice(position, end), part.isReserved);
      if (value === undefined) return undefined;
      values.push([part.name, value]);
      position = end;
    }
    return position === uri.length ? Object.fromEntries(values) : undefined;
  };
}

/** Returns the end of a value. If the text after it does not occur, the value is empty, which never matches. */
function endOfValue(uri: string, start: number, after: readonly UriTemplatePart[]): number {
  const [next] = after;
  if (next === undefined || !("text" in next)) return uri.length;
  if (after.length === 1) return uri.length - next.text.length;
  return Math.max(start, uri.indexOf(next.text, start));
}

function decodeValue(text: string, isReserved: boolean): string | undefined {
  if (text === "" || (!isReserved && /[/?#]/.test(text))) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
