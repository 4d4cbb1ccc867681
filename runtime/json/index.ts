/** `@toolwright/runtime/json`: the JSON functions that all packages use. */
export { canonical, type Difference, differences } from "./canonical.ts";
export { isObject, type JsonObject } from "./object.ts";
export {
  childPointer,
  pointerStep,
  pointerSteps,
  toPointer,
  unescapedStep,
  valueAt,
} from "./pointer.ts";
