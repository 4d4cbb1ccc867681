import type { CaseFile, Json } from "toolwright/runtime";
import { edited } from "toolwright/runtime";

/** The valid arguments that a case starts from. */
export function baseArguments(cases: CaseFile, name: string): Json {
  const base = cases.bases[name];
  if (base === undefined) throw new Error(`The case file has no base ${name}.`);
  return "input" in base ? base.input : edited(baseArguments(cases, base.on), base.edits);
}
