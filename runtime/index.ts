/** `@toolwright/runtime`: the functions and types that generated code imports and servers use. */

export type { AnsweredRequest, ClaimState } from "./calls/request-state.ts";
export type { OnToolCall, ToolCallReport } from "./calls/tool-call-report.ts";
export type { DispatcherOptions } from "./dispatch/dispatcher.ts";
export type { EndpointOptions } from "./endpoint/endpoint.ts";
export type { OnRefusal } from "./endpoint/exchange.ts";
export { type FairQueue, type FairQueueOptions, fairQueue, type Work } from "./endpoint/fair-queue.ts";
export type { Authenticate } from "./endpoint/gate.ts";
export { type HostPolicy, type HostRule, hostRule } from "./endpoint/hosts.ts";
export { fixedWindow, type Limit, type RateVerdict } from "./endpoint/rate-limit.ts";
export {
  type BudgetOptions,
  type Reservation,
  type SharedBudget,
  sharedBudget,
} from "./endpoint/shared-budget.ts";
export { type AddressOf, addressBehind } from "./http/client-address.ts";
export { createMcpHandler, type McpHandler, type McpHandlerOptions } from "./http/handler.ts";
export type { Routes } from "./http/router.ts";
export { createMcpServer, type McpServer, type McpServerOptions, type ServerOptions } from "./http/server.ts";
export type { Around, ToolInvocation, Visible } from "./service/around.ts";
export { type Awaitable, andThen } from "./service/awaitable.ts";
export { type Call, type LogLevel, logLevels, type TraceContext } from "./service/call.ts";
export type { AccountStateName, AccountStates, Caller } from "./service/caller.ts";
export { type Change, type Changes, createChanges } from "./service/changes.ts";
export type {
  FormContent,
  InputRequest,
  InputResult,
  InputResults,
  InputResultsOf,
  Json,
  Question,
  Reply,
} from "./service/client-input.ts";
export type {
  Block,
  ContentBlock,
  EmbeddedResource,
  MediaContent,
  Meta,
  ResourceItem,
  ResourceLink,
  TextContent,
} from "./service/content.ts";
export type * from "./service/handlers-for.ts";
export type { BearerRequest, HttpRequest } from "./service/http-request.ts";
export type { Log, LogEntry } from "./service/log.ts";
export { findNetwork } from "./service/network.ts";
export { type FailureCode, type FailureCodes, notImplemented, Refusal } from "./service/refusal.ts";
export type {
  CompletionRequest,
  PromptMessage,
  ResourceContent,
} from "./service/resource-content.ts";
export {
  type AuthRules,
  type AuthScheme,
  authSchemes,
  type Completions,
  type FailureRule,
  type Operation,
  type OperationRules,
  type Prompt,
  type PromptTemplate,
  type RateRule,
  type RedactionNode,
  type Resource,
  type ServerCard,
  type ServerIdentity,
  type Service,
  type TaskTiming,
  type Tool,
  type Validate,
  type ValidationError,
} from "./service/service.ts";
export type { TokenIssuer } from "./service/token-issuer.ts";
export { Unavailable } from "./service/unavailable.ts";
export {
  expandUri,
  type MatchUri,
  type UriTemplatePart,
  uriMatcher,
  uriTemplateParts,
} from "./service/uri-template.ts";
export { withContent } from "./service/with-content.ts";
export { type StdioServerOptions, serveStdio } from "./stdio/server.ts";
export type { OpenQuestion, StoredTask, TaskError, TaskStatus, TaskStore } from "./tasks/task.ts";
export type { TaskOptions } from "./tasks/tasks.ts";
export { allDifferent, equal, formats, problem, ucs2length } from "./validation/ajv-runtime.ts";
export { type DefaultsNode, withDefaults } from "./validation/defaults.ts";
