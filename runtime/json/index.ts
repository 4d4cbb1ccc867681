/** `@toolwright/runtime/json`: what all packages do with JSON. */
export { canonical, type Difference, differences } from "./canonical.ts";
export {
  childPointer,
  pointerOf,
  pointerStep,
  pointerSteps,
  unescapedStep,
  valueAt,
} from "./pointer.ts";
