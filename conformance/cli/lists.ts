/** Reads lists of accepted results (--allow-unverified, --expected-failures). */
import { parse } from "yaml";
import type { Accepted } from "../results/accepted.ts";
import { causes } from "../results/verdict.ts";
import { readText } from "../target/target-file.ts";
import { UsageError } from "../usage/usage-error.ts";

/** Reads a list. @throws UsageError if an entry has no reason */
export function readAccepted(file: string | undefined): Accepted[] {
  if (file === undefined) return [];
  const list: unknown = parse(readText(file)) ?? [];
  if (!Array.isArray(list)) throw new UsageError(`${file} is not a list of { case, reason }.`);
  return list.map((entry, index) => checkedEntry(entry, `${file}, entry ${index + 1}`));
}

export function checkedEntry(entry: unknown, where: string): Accepted {
  const { case: id, cause, count, reason } = (entry ?? {}) as Record<string, unknown>;
  if (typeof id !== "string" || id === "") throw new UsageError(`${where} has no case.`);
  if (typeof reason !== "string" || reason.trim() === "")
    throw new UsageError(`${where} (${id}) has no reason.`);
  if (count !== undefined && !(Number.isSafeInteger(count) && Number(count) > 0))
    throw new UsageError(`${where} (${id}) has the count ${count}; it must be a whole number of at least 1.`);
  const known = { case: id, reason, ...(count !== undefined && { count: Number(count) }) };
  if (cause === undefined) return known;
  if (typeof cause === "string" && Object.hasOwn(causes, cause)) return { ...known, cause };
  throw new UsageError(
    `${where} (${id}) has the cause ${cause}; the causes are ${Object.keys(causes).join(", ")}.`,
  );
}
