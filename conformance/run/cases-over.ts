/** The cases that a transport can show. */
import type { Case, CaseFile } from "../cases/format.ts";

/**
 * Over stdio there are no tokens: the user who starts the server may call every tool, as often as they want, and sees every
 * field. So what a spec says about tokens is not promised there.
 */
export function casesOver(
  transport: "http" | "stdio",
  { cases, auth, behaviour }: CaseFile,
): readonly Case[] {
  if (transport === "http" || auth.scheme === "none") return cases;
  return cases.filter((each) => {
    if (each.kind === "authorization") return false;
    if (each.kind === "fields") return !("check" in each) || each.check === "with";
    return !(each.kind === "limits" && "limit" in each && behaviour?.limits[each.limit]?.kind === "rate");
  });
}
