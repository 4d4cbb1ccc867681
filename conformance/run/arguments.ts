import type { CaseFile, Json } from "toolwright/runtime";
import { edited } from "toolwright/runtime";

const known = new WeakMap<object, Json>();

/** The valid arguments that a case starts from. Many cases start from the same. */
export function baseArguments(cases: CaseFile, name: string): Json {
  const base = cases.bases[name];
  if (base === undefined) throw new Error(`The case file has no base ${name}.`);
  if ("input" in base) return base.input;
  const made = known.get(base) ?? edited(baseArguments(cases, base.on), base.edits);
  known.set(base, made);
  return made;
}
