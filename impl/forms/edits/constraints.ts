import { limits } from "../../../generated/limits.ts";
import type { FormChange, FormField } from "../../../generated/types.ts";
import { isMultiple } from "../fields/parts/multiples.ts";
import { at, change, formatValue, isSame, type Place } from "./change.ts";

/** Constraints of a field, whatever its type. The same name means the same on every type that has it. */
interface Constraints {
  readonly min_length?: number;
  readonly max_length?: number;
  readonly pattern?: string;
  readonly allowed_domains?: readonly string[];
  readonly blocked_domains?: readonly string[];
  readonly min?: number | string;
  readonly max?: number | string;
  readonly step?: number;
  readonly integer?: boolean;
  readonly min_selections?: number;
  readonly max_selections?: number;
  readonly require_all_rows?: boolean;
  readonly accept?: readonly string[];
  readonly max_files?: number;
  readonly max_file_size_mb?: number;
  readonly pattern_message?: unknown;
}

interface Constrained {
  readonly constraints: Constraints;
  /** How many selections a field with choices offers. */
  readonly offered: number;
}

/** Whether everything that the old constraint accepted is accepted by the new one. */
type AcceptsAll = (before: Constrained, after: Constrained) => boolean;

const loosens: Readonly<Record<Exclude<keyof Constraints, "pattern_message">, AcceptsAll>> = {
  min_length: numbers("min_length", 0, (before, after) => after <= before),
  max_length: numbers("max_length", limits.answer_length.max, (before, after) => after >= before),
  pattern: (_before, after) => after.constraints.pattern === undefined,
  allowed_domains: lists("allowed_domains"),
  blocked_domains: (before, after) => {
    const [old = [], now = []] = [before.constraints.blocked_domains, after.constraints.blocked_domains];
    return includesAll(old, now);
  },
  min: (before, after) => isFurther("min", before, after) && keepsGrid(before, after),
  max: (before, after) => isFurther("max", before, after),
  step: keepsGrid,
  integer: (_before, after) => !after.constraints.integer,
  min_selections: numbers("min_selections", 0, (before, after) => after <= before),
  max_selections: (before, after) => mostSelections(after) >= mostSelections(before),
  require_all_rows: (_before, after) => !after.constraints.require_all_rows,
  accept: lists("accept"),
  max_files: numbers("max_files", 1, (before, after) => after >= before),
  max_file_size_mb: numbers("max_file_size_mb", limits.file_size_mb.max, (before, after) => after >= before),
};

/** Both fields have the same kind of answer. */
export function compareConstraints(before: FormField, after: FormField, place: Place): FormChange[] {
  const [old, now] = [readConstraints(before), readConstraints(after)];
  const keys = Object.keys({ ...old.constraints, ...now.constraints }) as (keyof Constraints)[];
  return keys.flatMap((key): FormChange[] => {
    if (key === "pattern_message") return [];
    const [was, is] = [old.constraints[key], now.constraints[key]];
    if (isSame(was, is)) return [];
    const what = `${key} ${formatValue(was)} -> ${formatValue(is)}`;
    const where = at(place, `validation/${key}`);
    return loosens[key](old, now)
      ? [change("validation_loosened", "safe", where, `Accepts all that it did: ${what}.`)]
      : [change("validation_tightened", "breaking", where, `May refuse what it accepted: ${what}.`)];
  });
}

function readConstraints(field: FormField): Constrained {
  const choices = "choices" in field ? field.choices.length : 0;
  const other = "allow_other" in field && field.allow_other ? 1 : 0;
  const constraints: Constraints = "validation" in field ? (field.validation ?? {}) : {};
  return { constraints, offered: choices + other };
}

type NumberKey = "min_length" | "max_length" | "min_selections" | "max_files" | "max_file_size_mb";

function numbers(
  key: NumberKey,
  absent: number,
  holds: (before: number, after: number) => boolean,
): AcceptsAll {
  return (before, after) => holds(before.constraints[key] ?? absent, after.constraints[key] ?? absent);
}

/** An absent list accepts everything. */
function lists(key: "allowed_domains" | "accept"): AcceptsAll {
  return (before, after) => {
    const [old, now] = [before.constraints[key], after.constraints[key]];
    return now === undefined || (old !== undefined && includesAll(now, old));
  };
}

function includesAll(all: readonly string[], some: readonly string[]): boolean {
  const known = new Set(all.map((item) => item.toLowerCase()));
  return some.every((item) => known.has(item.toLowerCase()));
}

/** `today` moves, so neither bound accepts everything that the other accepted. */
function isFurther(bound: "min" | "max", before: Constrained, after: Constrained): boolean {
  const [old, now] = [before.constraints[bound], after.constraints[bound]];
  if (now === undefined || now === old) return true;
  if (old === undefined || old === "today" || now === "today") return false;
  return bound === "min" ? now <= old : now >= old;
}

/** Whether every multiple of the old step, counted from the old minimum, is one of the new step from the new minimum. */
function keepsGrid(before: Constrained, after: Constrained): boolean {
  const { step: now, min: start = 0 } = after.constraints;
  const { step: old, min: oldStart = 0 } = before.constraints;
  if (now === undefined || typeof start !== "number" || typeof oldStart !== "number") return true;
  return old !== undefined && isMultiple(old, now) && isMultiple(oldStart - start, now);
}

function mostSelections({ constraints, offered: available }: Constrained): number {
  return Math.min(constraints.max_selections ?? available, available);
}
