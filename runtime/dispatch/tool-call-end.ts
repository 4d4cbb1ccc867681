import type { Tool } from "../service.ts";
import { type Answer, errorText, resultText } from "./answer.ts";
import { Cancelled, DeadlinePassed } from "./call-errors.ts";
import { declaredFailure, type Failure, failureResult, internalFailure } from "./failure.ts";
import { RunningCall } from "./running-call.ts";
import type { WriteOutput } from "./tool-output.ts";
import type { CallContext, ToolRequest } from "./tool-request.ts";

/** For transports that have to say something. Outside of what JSON-RPC reserves. */
const cancelledCode = 499;

/** How one call of a tool may end; each way reports it and writes the answer. */
export class ToolCallEnd {
  readonly call: RunningCall;
  readonly #tool: Tool;
  readonly #write: WriteOutput;
  readonly #context: CallContext;
  readonly #request: ToolRequest;
  readonly #startedAt: number;

  constructor(tool: Tool, write: WriteOutput, context: CallContext, request: ToolRequest) {
    this.call = new RunningCall(request.asked.caller, request.onProgress);
    this.#tool = tool;
    this.#write = write;
    this.#context = context;
    this.#request = request;
    this.#startedAt = performance.now();
  }

  /** With what the handler returned. Throws if the tool does not promise that. */
  succeeded(output: unknown): Answer {
    const { id, envelope } = this.#request;
    const members = this.#write(output, this.call.scopes);
    this.#report("ok");
    return { body: resultText(id, `${envelope.opening}${members}}`) };
  }

  failed(failure: Failure, broke?: { readonly error: unknown }): Answer {
    const { id, envelope } = this.#request;
    const result = failureResult(failure, envelope);
    this.#report(failure.code, broke);
    return { body: resultText(id, result) };
  }

  /** With what the handler threw. If that is no refusal the tool declares, the caller learns nothing of it. */
  refused(error: unknown): Answer {
    if (error instanceof Cancelled) return this.#cancelled();
    const failure = declaredFailure(this.#tool, error);
    if (failure === undefined) return this.#broke(error);
    try {
      return this.failed(failure);
    } catch (unwritable) {
      return this.#broke(unwritable);
    }
  }

  /** The caller has been answered long ago, and the handler ends after all; as it should, if it does because it was told to. */
  late(error: unknown): void {
    if (isGivenUp(error) || (error instanceof Error && isGivenUp(error.cause))) return;
    this.#context.log.warn({ event: "tool_call_late", ...this.#facts(), ms: this.#elapsed(), error });
  }

  #cancelled(): Answer {
    this.#report("cancelled");
    return { cancelled: true, body: errorText(this.#request.id, cancelledCode, "The call was called off.") };
  }

  #broke(error: unknown): Answer {
    const failure = internalFailure(this.#tool, this.call.requestId, error instanceof DeadlinePassed);
    return this.failed(failure, { error });
  }

  #report(outcome: string, broke?: { readonly error: unknown }): void {
    this.call.end();
    const isLogged = this.#tell(outcome, broke) === "logged";
    if (broke && !isLogged)
      this.#context.log.error({ event: "tool_call_broke", ...this.#facts(), error: broke.error });
  }

  /** Whoever listens cannot spoil the answer. */
  #tell(outcome: string, broke?: { readonly error: unknown }): unknown {
    const { onToolCall, log } = this.#context;
    try {
      if (onToolCall === undefined) return undefined;
      const { requestId, account, token } = this.call;
      const report = { tool: this.#tool.name, requestId, account, token, outcome, ms: this.#elapsed() };
      return onToolCall(broke ? { ...report, ...broke } : report);
    } catch (error) {
      log.error({ event: "on_tool_call_broke", ...this.#facts(), error });
      return undefined;
    }
  }

  #facts() {
    const { requestId, account, token } = this.call;
    return { tool: this.#tool.name, requestId, account, token };
  }

  #elapsed(): number {
    return Math.round((performance.now() - this.#startedAt) * 1000) / 1000;
  }
}

/** Whether that is what a handler is told when nobody waits for it any more. */
function isGivenUp(error: unknown): boolean {
  return error instanceof Cancelled || error instanceof DeadlinePassed;
}
