/** `@toolwright/runtime/client`: what a generated `client.ts` imports, and the types of what it gives. */
export { type ClientOperation, clientOf, type PageRule } from "./client.ts";
export type { CallParameters, CompletionParameters, OfficialClient } from "./official-client.ts";
export type {
  CallOf,
  CallOptions,
  ClientOf,
  CompletionOf,
  ItemOf,
  MethodOf,
  OperationMap,
  OperationTypes,
  PagesOf,
  Progress,
} from "./operation-map.ts";
export {
  type BuiltInCode,
  type Outcome,
  outputOf,
  type Refused,
  RefusedCall,
  type Success,
} from "./outcome.ts";
