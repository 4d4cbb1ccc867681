/** `@toolwright/runtime/client`: the functions that a generated `client.ts` imports, and the types of its results. */
export { type ClientOperation, clientOf } from "./client.ts";
export type { OfficialClient } from "./official-client.ts";
export type { CallOptions, ClientOf, OperationMap, Progress } from "./operation-map.ts";
export { type BuiltInCode, type Outcome, outputOf, type Refused, RefusedCall } from "./outcome.ts";
export {
  type Started,
  type TaskHandle,
  type TaskState,
  type TaskWaitOptions,
  UnfinishedTask,
} from "./task.ts";
export { withTasks } from "./task-transport.ts";
