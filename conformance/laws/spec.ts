/** Reads what laws may know of a spec from its case file. */
import { readBehaviour } from "../behaviour/rules/rules.ts";
import type { CaseFile } from "../cases/format.ts";
import type { Spec } from "../engine/law.ts";
import { Schemas } from "../judge/schemas.ts";

const specs = new WeakMap<CaseFile, Spec>();

export function readSpec(file: CaseFile): Spec {
  const known = specs.get(file);
  if (known !== undefined) return known;
  let schemas: Schemas | undefined;
  const fits: Spec["fits"] = (tool, input) => {
    schemas ??= new Schemas(file);
    return schemas.fits(tool, input);
  };
  const spec: Spec = { file, rules: readBehaviour(file), fits };
  specs.set(file, spec);
  return spec;
}
