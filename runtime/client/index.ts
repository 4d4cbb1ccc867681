/** `@toolwright/runtime/client`: what a generated `client.ts` imports, and the types of what it gives. */
export { type ClientTool, clientOf, type PageRule } from "./client.ts";
export type { CallParameters, OfficialClient } from "./official-client.ts";
export {
  type BuiltInCode,
  type Outcome,
  outputOf,
  type Refused,
  RefusedCall,
  type Success,
} from "./outcome.ts";
export type {
  CallOf,
  CallOptions,
  ClientOf,
  ItemOf,
  MethodOf,
  PagesOf,
  Progress,
  ToolMap,
  ToolTypes,
} from "./tool-map.ts";
