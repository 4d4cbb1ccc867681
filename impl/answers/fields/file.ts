/** Checks how many files a field has. */
import type { FileField, StoredFile } from "../answer.ts";
import type { Checked } from "../problem.ts";

/** Checks the number of files. Their types were checked when they were uploaded. */
export function checkFiles(field: FileField, files: readonly StoredFile[]): Checked<readonly StoredFile[]> {
  if (files.length === 0) return undefined;
  const count = maxFiles(field);
  return files.length > count ? { problem: { code: "max_files", count } } : { answer: files };
}

export function maxFiles(field: FileField): number {
  return field.type === "signature" ? 1 : (field.validation?.max_files ?? 1);
}
