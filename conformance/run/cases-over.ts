/** Selects the cases that apply to a transport. */
import type { Case, CaseFile } from "../cases/format.ts";

/**
 * Returns the cases for a transport. Over stdio there are no tokens: the user who starts the server may call every tool without
 * limit, and sees every field. So the rules about tokens do not apply there.
 */
export function selectCasesOver(
  transport: "http" | "stdio",
  { cases, auth, behaviour }: CaseFile,
): readonly Case[] {
  if (transport === "http") return cases;
  // The cases about tasks send headers and tokens.
  const others = cases.filter(({ kind }) => kind !== "tasks");
  if (auth.scheme === "none") return others;
  return others.filter((each) => {
    if (each.kind === "authorization") return false;
    if (each.kind === "fields") return !("check" in each) || each.check === "with";
    return !(each.kind === "limits" && "limit" in each && behaviour?.limits[each.limit]?.kind === "rate");
  });
}
