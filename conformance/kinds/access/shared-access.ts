/** Judges that an account to which an entity is shared sees what its owner sees, and what its role sees. */
import type { Engine } from "../../behaviour/engine.ts";
import type { AccessCase } from "../../cases/behaviour-cases.ts";
import { held, inapplicable, unverified, type Verdict } from "../../results/verdict.ts";
import { type Compared, comparePlace, compareView } from "./shared-comparison.ts";
import { viewsOf } from "./shared-views.ts";

type SeenPlaceCase = Extract<AccessCase, { readonly check: "sees" }>;
type SharedCase = Extract<AccessCase, { readonly check: "shared" }>;

export async function sharedVerdict(each: SharedCase, engine: Engine): Promise<Verdict> {
  const all = await viewsOf(each.entity, engine);
  const views = all.filter(({ owner }) => owner.tool === each.tool);
  let last: Compared["is"] = "hidden";
  for (const view of views) {
    const compared = compareView(view, each.entity, engine);
    if (compared.is === "different")
      return engine.verdicts.failed(each.must, view.other.called, compared.problem);
    if (last !== "equal" && compared.is !== "hidden") last = compared.is;
  }
  if (last === "equal") return held;
  return last === "closed"
    ? inapplicable("accounts with access may not call it")
    : unverified("unobserved", `${each.tool} shows no ${each.entity} to its owner`);
}

export async function seenPlaceVerdict(each: SeenPlaceCase, engine: Engine): Promise<Verdict> {
  const all = await viewsOf(each.entity, engine);
  const views = all.filter(({ owner, role }) => owner.tool === each.tool && role === each.role);
  let isSeen = false;
  for (const view of views) {
    const compared = comparePlace(view, each.place, each.entity, engine);
    if (compared.is === "different")
      return engine.verdicts.failed(each.must, view.other.called, compared.problem);
    isSeen ||= compared.is === "equal";
  }
  return isSeen ? held : unverified("unobserved", `${each.tool} shows its owner nothing at ${each.place}`);
}
