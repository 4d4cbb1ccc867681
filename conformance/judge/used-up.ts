/** Recognises refusals that only say that the account has used up a quota, which proves nothing about the call. */
import type { CaseFile } from "../cases/format.ts";
import type { Outcome } from "./outcome.ts";

/** Returns the quota from which the tool draws, if the code of the refusal is the one of its end. */
export function findUsedUpQuota(
  { behaviour }: Pick<CaseFile, "behaviour">,
  tool: string,
  { outcome }: { readonly outcome: Outcome },
): string | undefined {
  const name = behaviour?.draws[tool]?.limit;
  const limit = name === undefined ? undefined : behaviour?.limits[name];
  if (limit?.kind !== "quota" || outcome.is !== "refusal" || outcome.code === undefined) return undefined;
  return outcome.code === limit.refused ? name : undefined;
}
