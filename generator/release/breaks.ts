/** The breaks of a spec since its last release that its version does not announce, at their places in the spec. */
import { codes, type Finding } from "../compatibility/codes.ts";
import { short } from "../compatibility/keyword-words.ts";
import { locationOf } from "../compatibility/location.ts";
import { publishedBy } from "../compatibility/published.ts";
import type { Diagnostic, Place, SpecLocation } from "../diagnostics/diagnostic.ts";
import type { Model } from "../model/model.ts";
import { planRelease } from "./plan.ts";
import type { ReleaseFile } from "./release.ts";

/** @param placeOf where a location in the data of the spec is in its text */
export function unannouncedBreaks(
  model: Model,
  last: ReleaseFile,
  placeOf: (location: SpecLocation) => Place,
): Diagnostic[] {
  const plan = planRelease(publishedBy(model), last);
  if (plan.kind !== "refused") return [];
  const hint = `${plan.hint} \`toolwright diff\` shows everything that changed.`;
  return plan.findings
    .filter((each) => each.class === "breaking")
    .map((each) => ({
      severity: "error",
      code: "break-has-version",
      message: "A spec that breaks its last release has a new version.",
      place: placeOf(locationOf(each, model)),
      detail: detailOf(each, last),
      hint,
    }));
}

function detailOf({ code, tool, place, detail, before, after, witness }: Finding, last: ReleaseFile): string {
  const change = before === undefined ? "" : ` (${before} -> ${after ?? "none"})`;
  const value = witness
    ? ` ${codes[code].subject === "INPUT" ? "Refused" : "Possible"} now: ${short(witness.value)}.`
    : "";
  return `${tool === undefined ? "" : `${tool}, `}${place}: ${detail}${change}${value} [${code}, since ${last.server.version}]`;
}
