/**
 * The types of the options that depend on the service: its handlers, and what its spec requires for tokens.
 *
 * The compiler infers the type of callers (`Who`) from `authenticate` or `oauth`, wherever they stand and however they are
 * written. While it still infers, `Who` is `any`, and the handlers are checked for their names and answers alone; once it
 * knows `Who`, they are checked as a whole.
 */
import type { Call } from "./call.ts";
import type { Caller } from "./caller.ts";

/**
 * The types that belong to a service. The generated `ServiceHandlers` extends it with `handlers: Handlers<this["caller"]>`,
 * and with the options that its spec requires.
 */
export interface HandlerTypes {
  readonly caller: Caller;
  readonly handlers: object;
  /** What a server for this service is given for the tokens of its callers: `authenticate`, `oauth` or both. */
  readonly tokens: object;
}

/** The handlers of a service whose `authenticate` returns `Who`. */
export type HandlersFor<Types extends HandlerTypes, Who extends Caller> = (Types & {
  readonly caller: Who;
})["handlers"];

/** The option `handlers` while `Who` is inferred. */
export type HandlersOption<Types extends HandlerTypes, Who extends Caller> = HandlersInPlace<
  Types["handlers"],
  Who
> &
  NoInfer<CheckedHandlers<Types, Who>>;

/** The caller that functions beside `authenticate` get: `Caller` where it stands after them and is not declared elsewhere. */
export type KnownCaller<Who extends Caller> = IsAny<Who> extends true ? Caller : Who;

type IsAny<Type> = 0 extends 1 & Type ? true : false;

/** The types of parameters for handlers that are written in place. They name `Who`, so the compiler infers it before it reads them. */
type HandlersInPlace<Handlers, Who extends Caller> = HandlerMethods<
  Handlers,
  Exclude<keyof Handlers, Group>,
  Who
> & {
  readonly [Name in Group & keyof Handlers]: HandlerMethods<Handlers[Name], keyof Handlers[Name], Who>;
};

/** The keys of `Handlers` that hold handlers of another kind than tools. */
type Group = "resources" | "prompts";

type HandlerMethods<Handlers, Name extends keyof Handlers, Who extends Caller> = {
  readonly [Each in Name]: Method<
    InputOf<Handlers[Each]>,
    Call<FailuresOf<Handlers[Each]>, KnownCaller<Who>>
  >["handle"];
};

/** A method, since those of a narrower `call` count as assignable; `CheckedHandlers` refuses them when the caller is known. */
interface Method<Input, OwnCall> {
  handle(input: Input, call: OwnCall): unknown;
}

type InputOf<Handler> = Handler extends (input: infer Input, call: never) => unknown ? Input : never;

type FailuresOf<Handler> = Handler extends (
  input: never,
  call: Call<infer Failure extends string, never>,
) => unknown
  ? Failure
  : never;

/** The codes that every handler may refuse with: those of the tool, whichever it is. None where the handlers are unknown. */
export type CommonFailures<Handlers> = [keyof Handlers] extends [never]
  ? never
  : TakersOf<Handlers> extends (code: infer Code extends string) => void
    ? Code
    : never;

/** For each handler, a function that takes its codes: what is passed to any of them is a code of each handler. */
type TakersOf<Handlers> = {
  readonly [Name in keyof Handlers]: Name extends Group
    ? TakersOf<Handlers[Name]>
    : (code: FailuresOf<Handlers[Name]>) => void;
}[keyof Handlers];

type CheckedHandlers<Types extends HandlerTypes, Who extends Caller> =
  IsAny<Who> extends true
    ? Types["tokens"] extends TakesTokens
      ? Answers<HandlersFor<Types, Caller>>
      : HandlersFor<Types, Caller>
    : HandlersFor<Types, Who>;

type TakesTokens = { readonly authenticate: object } | { readonly oauth: object };

type Answers<Handlers> = {
  readonly [Name in keyof Handlers]: Handlers[Name] extends (input: never, call: never) => infer Answer
    ? (...parameters: never[]) => Answer
    : Answers<Handlers[Name]>;
};
