import type { Site } from "./site.ts";

/** Returns the attributes of a cookie that only pages of this site below a path receive. */
export function cookieFor({ publicUrl }: Pick<Site, "publicUrl">, path: string) {
  return { path, httpOnly: true, sameSite: "Lax", secure: publicUrl().startsWith("https:") } as const;
}
