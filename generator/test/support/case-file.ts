/** Derives the case file of a small spec, as the suite reads it. */
import type { CaseFile } from "@toolwright/conformance/cases";
import { expand } from "../../../conformance/cases/stored.ts";
import { printWholeCases } from "../../emit/cases.ts";
import { modelOf } from "./mock/serving.ts";

/** @param files path in the spec folder -> text */
export function caseFileOf(files: Readonly<Record<string, string>>): CaseFile {
  const model = modelOf(Object.entries(files).map(([path, text]) => ({ path, text })));
  return expand(JSON.parse(printWholeCases(model)));
}
