/** Icons as MCP Description 0.8.0 accepts them. Other keys and values are left out. */
import { isUri } from "./uri.ts";

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
