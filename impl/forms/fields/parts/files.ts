/** Fields of files. */
import { limits } from "../../../../generated/limits.ts";
import type { FileField, StoredFile } from "../../../answers/answer.ts";
import type { Checked, PlainProblem } from "../../../answers/problem.ts";
import { fileTally } from "../../../answers/tallies/texts.ts";
import { inputs } from "../inputs.ts";
import { idsIf, oneInput } from "./one-input.ts";

export function fileKind(missing: PlainProblem) {
  return {
    ...oneInput,
    missing: () => missing,
    check: checkFiles,
    sample: () => undefined,
    tally: fileTally,
    accepts: ({ id }: FileField, name: string) =>
      idsIf(name === inputs.removed(id), 2 * limits.files_per_field.max),
  };
}

/** Checks the number of files. Their types were checked when they were uploaded. */
function checkFiles(field: FileField, input: unknown): Checked<readonly StoredFile[]> {
  const files = input as readonly StoredFile[];
  if (files.length === 0) return undefined;
  const count = maxFiles(field);
  return files.length > count ? { problem: { code: "max_files", count } } : { answer: files };
}

export function maxFiles(field: FileField): number {
  return field.type === "signature" ? 1 : (field.validation?.max_files ?? 1);
}
