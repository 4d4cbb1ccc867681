/** `@toolwright/runtime`: what generated code and the servers built on it stand on. Imports nothing of a project. */
export { type Awaitable, andThen } from "./awaitable.ts";
export type { Call, Caller } from "./call.ts";
export type { ContentBlock } from "./content.ts";
export { type Filling, withDefaults } from "./defaults.ts";
export type { OnToolCall, ToolCallReport } from "./dispatch/tool-call-report.ts";
export { type AddressOf, addressBehind, networkOf } from "./http/client-address.ts";
export type { Routes } from "./http/front.ts";
export type { Authenticate } from "./http/gate.ts";
export { type HostPolicy, type HostRule, hostRule } from "./http/hosts.ts";
export { fixedWindow, type Limit, type RateVerdict } from "./http/rate.ts";
export type { OnRefusal } from "./http/reply.ts";
export { createMcpServer, type McpServer, type McpServerOptions } from "./http/server.ts";
export { linearPattern } from "./linear-pattern.ts";
export type { Log, LogEntry } from "./log.ts";
export { notImplemented, Refusal } from "./refusal.ts";
export type {
  AuthRules,
  FailureRule,
  Guard,
  RateRule,
  ServerIdentity,
  Service,
  Tool,
  Validate,
  ValidationError,
} from "./service.ts";
export { type StdioServerOptions, serveStdio } from "./stdio/server.ts";
export { allDifferent, equal, formats, ucs2length } from "./validation.ts";
