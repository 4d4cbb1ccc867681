/** `@toolwright/json-schema/sampling`: makes values that fit a schema. */

export type { Json } from "../types.ts";
export { type ExampleValues, namesBeyond } from "./candidates.ts";
export {
  isDescribed,
  itemTargets,
  likelyTypes,
  listConjuncts,
  propertyTargets,
  unionBranches,
} from "./conjuncts.ts";
export { type Sampler, sampler } from "./sampler.ts";
