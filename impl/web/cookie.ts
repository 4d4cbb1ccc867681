import type { Site } from "./site.ts";

/** A cookie that only our pages below a path get back. */
export function cookieFor({ publicUrl }: Pick<Site, "publicUrl">, path: string) {
  return { path, httpOnly: true, sameSite: "Lax", secure: publicUrl().startsWith("https:") } as const;
}
