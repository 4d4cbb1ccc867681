/** Compares a spec and its version with the last release: breaks that the version does not announce, a version that goes back. */
import {
  codes,
  type Finding,
  groupAlike,
  type JudgedFinding,
  short,
  showTitle,
} from "@toolwright/check/compatibility";
import { isBefore, planRelease, type ReleaseFile } from "@toolwright/check/release";
import type { Diagnostic, Place, SpecLocation } from "../diagnostics/diagnostic.ts";
import type { Model } from "../model/model.ts";
import { locate } from "./location.ts";
import { publishModel } from "./model-interface.ts";

/** @param placeOf where a location in the data of the spec is in its text */
export function releaseProblems(
  model: Model,
  last: ReleaseFile,
  placeOf: (location: SpecLocation) => Place,
): Diagnostic[] {
  const plan = planRelease(publishModel(model), last);
  if (plan.kind !== "refused") return [];
  if (isBefore(model.server.version, last.server.version))
    return [
      {
        severity: "error",
        code: "version-goes-forward",
        message: "The version of a spec does not go back behind its last release.",
        place: placeOf({ file: "service.yaml", path: ["server", "version"] }),
        detail: plan.problem,
        hint: plan.hint,
      },
    ];
  const hint = `${plan.hint} \`toolwright diff\` shows everything that changed.`;
  return groupAlike(plan.findings)
    .filter((each) => each.class === "breaking")
    .map((each) => ({
      severity: "error",
      code: "break-has-version",
      message: "A spec that breaks its last release has a new version.",
      place: placeOf(locate(each, model)),
      detail: toDetail(each, last),
      hint,
    }));
}

function toDetail(each: JudgedFinding, last: ReleaseFile): string {
  const { code, detail, before, after, witness, also = [] } = each;
  const change = before === undefined ? "" : ` (${before} -> ${after ?? "none"})`;
  const value = witness
    ? ` ${codes[code].subject === "INPUT" ? "Refused" : "Possible"} now: ${short(witness.value)}.`
    : "";
  const others = also.length > 0 ? ` The same at ${also.map(showTitle).join(", ")}.` : "";
  return `${showPlace(each)}: ${detail}${change}${value}${others} [${code}, since ${last.server.version}]`;
}

function showPlace({ tool, place }: Finding): string {
  return tool === undefined ? place : `${tool}, ${place}`;
}
