/** The format of conformance cases, `generated/cases.json`, for programs that write it. */

export type * from "./behaviour.ts";
export type * from "./behaviour-cases.ts";
export { isCalculation, isDecimalText } from "./calculations.ts";
export type { CallOfEntity, CallRule, Input, Pattern, Place, Pointer, SharingRule } from "./call-rules.ts";
export type { Arguments, Common, OfTool } from "./case.ts";
export type * from "./change-rules.ts";
export { holds, leavesOut } from "./conditions.ts";
export { comparisonsIn, expressionsIn, singleExpressionsIn, singleExpressionsOf } from "./each-item.ts";
export { applyEdits, type Edit, isObject, type Json, type JsonObject, steps, valueAt } from "./edits.ts";
export type { Scope, Values } from "./expressions.ts";
export { type FilterPlaces, listFilterPlaces, passesFilter } from "./filters.ts";
export type * from "./format.ts";
export { jsonPathProblem, namedSteps } from "./json-path.ts";
export * from "./limits.ts";
export {
  isLayout,
  type LiveTime,
  type LiveValue,
  makeSample,
  makeTime,
  type NthValue,
  type TimeForm,
  usualLayouts,
} from "./live-values.ts";
export type * from "./overlaps.ts";
export { type Found, listLeaves, valuesAt } from "./places.ts";
export type * from "./result-cases.ts";
export type * from "./rules/lists.ts";
export type * from "./rules/repetition.ts";
export type * from "./rules/results.ts";
export * from "./stored.ts";
export type * from "./takes.ts";
export type * from "./task-cases.ts";
export type * from "./workflows.ts";
