/**
 * The types of the options that depend on the service: its handlers, and the options that its spec requires for tokens.
 *
 * The compiler infers the type of callers (`Who`) from `authenticate` or `oauth`, independent of their position and form. During
 * inference `Who` is `any`, and only the names and answers of the handlers are checked; when `Who` is known, the compiler checks
 * the handlers completely.
 */
import type { Call } from "./call.ts";
import type { Caller } from "./caller.ts";

/**
 * The types that belong to a service. The generated `ServiceHandlers` extends it with `handlers: Handlers<this["caller"]>`,
 * and with the options that its spec requires.
 */
export interface HandlerTypes {
  /** The type of callers, which `authenticate` decides. */
  readonly caller: Caller;
  /** The generated `Handlers` for that type of caller. */
  readonly handlers: object;
  /** The options that a server of this service needs for the tokens of its callers: `authenticate`, `oauth` or both. */
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

/** The type of caller in functions of the same object as `authenticate`: `Caller` if `authenticate` comes after them and `Who` is not declared elsewhere. */
export type KnownCaller<Who extends Caller> = IsAny<Who> extends true ? Caller : Who;

/** `true` for `any`, as `Who` is during inference. */
export type IsAny<Type> = 0 extends 1 & Type ? true : false;

/** The types of parameters for handlers that are written in place. They name `Who`, so the compiler infers it before it reads them. */
export type HandlersInPlace<Handlers, Who extends Caller> = HandlerMethods<
  Handlers,
  Exclude<keyof Handlers, HandlerGroup>,
  Who
> & {
  readonly [Name in HandlerGroup & keyof Handlers]: HandlerMethods<Handlers[Name], keyof Handlers[Name], Who>;
};

/** The keys of `Handlers` that hold handlers of another kind than tools. */
export type HandlerGroup = "resources" | "prompts";

/** The handlers of some names, as methods of `Who`. */
export type HandlerMethods<Handlers, Name extends keyof Handlers, Who extends Caller> = {
  readonly [Each in Name]: HandlerMethod<
    InputOf<Handlers[Each]>,
    Call<FailuresOf<Handlers[Each]>, KnownCaller<Who>>
  >["handle"];
};

/** A method, because methods with a narrower `call` are assignable. `CheckedHandlers` rejects them when the caller is known. */
export interface HandlerMethod<Input, OwnCall> {
  /** Answers a call; the answer is checked elsewhere. */
  handle(input: Input, call: OwnCall): unknown;
}

/** The arguments that a handler takes. */
export type InputOf<Handler> = Handler extends (input: infer Input, call: never) => unknown ? Input : never;

/** The codes with which a handler may refuse. */
export type FailuresOf<Handler> = Handler extends (
  input: never,
  call: Call<infer Failure extends string, never>,
) => unknown
  ? Failure
  : never;

/** The codes that all handlers may refuse with; `never` if the handlers are unknown. */
export type CommonFailures<Handlers> = [keyof Handlers] extends [never]
  ? never
  : CodeAcceptors<Handlers> extends (code: infer Code extends string) => void
    ? Code
    : never;

/** For each handler, a function that accepts its codes. The parameter of their union is the intersection: the codes of every handler. */
export type CodeAcceptors<Handlers> = {
  readonly [Name in keyof Handlers]: Name extends HandlerGroup
    ? CodeAcceptors<Handlers[Name]>
    : (code: FailuresOf<Handlers[Name]>) => void;
}[keyof Handlers];

/** The handlers as the compiler checks them: completely once `Who` is known, before that by their names and answers. */
export type CheckedHandlers<Types extends HandlerTypes, Who extends Caller> =
  IsAny<Who> extends true
    ? Types["tokens"] extends TakesTokens
      ? HandlerAnswers<HandlersFor<Types, Caller>>
      : HandlersFor<Types, Caller>
    : HandlersFor<Types, Who>;

/** The options of services whose `Who` is inferred, from `authenticate` or `oauth`. */
export type TakesTokens = { readonly authenticate: object } | { readonly oauth: object };

/** The names and the answers of handlers, with any parameters. */
export type HandlerAnswers<Handlers> = {
  readonly [Name in keyof Handlers]: Handlers[Name] extends (input: never, call: never) => infer Answer
    ? (...parameters: never[]) => Answer
    : HandlerAnswers<Handlers[Name]>;
};
