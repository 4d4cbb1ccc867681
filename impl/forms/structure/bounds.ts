import type { FormField, FormStructure } from "../../../generated/types.ts";
import { placedFields } from "./places.ts";
import { problemAt, type StructureProblem } from "./problem.ts";

/** Checks that every field can be answered: lower bounds are not above upper bounds. */
export function boundProblems(structure: FormStructure): StructureProblem[] {
  return placedFields(structure).flatMap(({ value, path }) =>
    wrongBounds(value).map((problem) => ({ ...problem, path: path + problem.path })),
  );
}

function wrongBounds(field: FormField): StructureProblem[] {
  switch (field.type) {
    case "short_text":
    case "long_text": {
      const { min_length, max_length } = field.validation ?? {};
      return ordered("min_length", min_length, "max_length", max_length);
    }
    case "number":
      return numberProblems(field.validation ?? {});
    case "date":
    case "time":
    case "datetime":
      return momentProblems(field.validation ?? {});
    case "multiple_choice":
      return selectionProblems(field);
    case "scale":
      return scaleProblems(field.min, field.max, field.step ?? 1);
    default:
      return [];
  }
}

function ordered<T extends number | string>(
  low: string,
  min: T | undefined,
  high: string,
  max: T | undefined,
): StructureProblem[] {
  if (min === undefined || max === undefined || min <= max) return [];
  return [problemAt(`/validation/${low}`, "bound_above", { high, min, max })];
}

function numberProblems(validation: { min?: number; max?: number; integer?: boolean }): StructureProblem[] {
  const { min, max, integer } = validation;
  const wrong = ordered("min", min, "max", max);
  if (wrong.length > 0 || !integer || min === undefined || max === undefined) return wrong;
  if (Math.ceil(min) <= Math.floor(max)) return [];
  return [problemAt("/validation/integer", "bound_no_integer", { min, max })];
}

function momentProblems(validation: { min?: string; max?: string }): StructureProblem[] {
  const unreal = (["min", "max"] as const).filter((bound) => !isRealDate(validation[bound]));
  if (unreal.length > 0) {
    return unreal.map((bound) =>
      problemAt(`/validation/${bound}`, "bound_no_day", { bound: String(validation[bound]) }),
    );
  }
  if (validation.min === "today" || validation.max === "today") return [];
  return ordered("min", validation.min, "max", validation.max);
}

/** The schema's pattern of a datetime accepts 31 February. */
function isRealDate(bound: string | undefined): boolean {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(bound ?? "")?.[0];
  if (day === undefined) return true;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

function selectionProblems(field: Extract<FormField, { type: "multiple_choice" }>): StructureProblem[] {
  const { min_selections, max_selections } = field.validation ?? {};
  const wrong = ordered("min_selections", min_selections, "max_selections", max_selections);
  const offered = field.choices.length + (field.allow_other ? 1 : 0);
  if (wrong.length > 0 || min_selections === undefined || min_selections <= offered) return wrong;
  return [problemAt("/validation/min_selections", "bound_selections", { wanted: min_selections, offered })];
}

function scaleProblems(min: number, max: number, step: number): StructureProblem[] {
  if (min >= max) return [problemAt("/max", "bound_scale_order", { min, max })];
  if ((max - min) % step === 0) return [];
  const last = min + Math.floor((max - min) / step) * step;
  return [problemAt("/step", "bound_scale_step", { min, max, last, span: max - min })];
}
