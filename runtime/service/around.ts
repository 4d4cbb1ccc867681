/** The types of functions that a server applies to all its tools. */
import type { Awaitable } from "./awaitable.ts";
import type { Call } from "./call.ts";
import type { Caller } from "./caller.ts";
import type { Operation } from "./service.ts";

/**
 * The call that the interceptor `around` receives: its scopes and arguments are checked, and its handler has not run. `fail` accepts
 * the codes that every tool declares (`Failure`); for a code of one tool, look at `tool` and throw a `Refusal`.
 */
export interface ToolInvocation<Who extends Caller = Caller, Failure extends string = never>
  extends Call<Failure, Who> {
  /** The tool, resource or prompt; `kind` tells them apart. */
  readonly tool: Operation;
  /** The arguments, with their defaults. */
  readonly input: unknown;
}

/** Wraps each handler. `next` runs the handler; the return value is the output. */
export type Around<Who extends Caller = Caller, Failure extends string = never> = (
  call: ToolInvocation<Who, Failure>,
  next: () => Promise<unknown>,
) => Awaitable<unknown>;

/** Whether a caller may see and call a tool, beyond its scopes. */
export type Visible<Who extends Caller = Caller> = (tool: Operation, caller: Who) => boolean;
