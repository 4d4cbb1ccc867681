/** `@toolwright/runtime/client`: the functions that a generated `client.ts` imports, and the types of its results. */
export { type ClientOperation, clientOf, type PageRule } from "./client.ts";
export type { ClientMethod, OfficialClient, Send } from "./official-client.ts";
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
  ParametersOf,
  Progress,
  TasksOf,
} from "./operation-map.ts";
export {
  type BuiltInCode,
  builtInCodes,
  type Outcome,
  outputOf,
  type Refused,
  RefusedCall,
  type Success,
} from "./outcome.ts";
export type { ResultRule } from "./results.ts";
export {
  type Started,
  type TaskHandle,
  type TaskState,
  type TaskWaitOptions,
  UnfinishedTask,
} from "./task.ts";
export { type Transport, withTasks } from "./task-transport.ts";
