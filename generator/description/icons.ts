/** Icons as MCP Description 0.8.0 accepts them. Other keys and values are left out. */
import { formats } from "@toolwright/runtime/validation";

export interface Icon {
  readonly src: string;
  readonly mimeType?: string;
  readonly sizes?: readonly string[];
  readonly theme?: string;
}

/** The valid icons, with only the keys that MCP Description has. */
export function validIcons(icons: readonly unknown[] = []): Icon[] {
  return icons.flatMap((icon): Icon[] => {
    const { src, mimeType, sizes, theme } = icon as Readonly<Record<string, unknown>>;
    if (typeof src !== "string" || !isUri(src)) return [];
    const isList = Array.isArray(sizes) && sizes.every((size) => typeof size === "string");
    return [
      {
        src,
        ...(typeof mimeType === "string" && { mimeType }),
        ...(isList && { sizes }),
        ...((theme === "light" || theme === "dark") && { theme }),
      },
    ];
  });
}

const uri = formats.uri as (text: string) => boolean;
const uriTemplate = formats["uri-template"] as RegExp;

/** Tells whether a text has the JSON Schema format `uri` (RFC 3986), which MCP, MCP Description and the MCP Registry require. */
export function isUri(text: string): boolean {
  return uri(text);
}

/** An address in which `{name}` may stand for a value (RFC 6570). */
export function isUriTemplate(text: string): boolean {
  return uriTemplate.test(text);
}

/** A hint that turns an invalid text into a URI or a URI template. */
export function uriHint(text: string): string {
  if (/[{}]/.test(text)) return "A name in braces consists of letters, digits and `_`: `https://{host}/mcp`.";
  const encoded = URL.canParse(text) ? new URL(text).href : encodeURI(text);
  return isUri(encoded)
    ? `Write ${JSON.stringify(encoded)}.`
    : "Write a whole address, such as `https://example.org/`.";
}
