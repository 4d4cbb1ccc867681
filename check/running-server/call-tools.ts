/** Calls tools of a running server, one after another, over one connection. */
import { redactSecrets, type Source, secretsOf } from "@toolwright/conformance/server-options";
import type { SchemaObject } from "@toolwright/json-schema";
import { mapTexts } from "../report/printable.ts";
import { isTooDeep } from "../surface/listing.ts";
import type { Connection } from "./connection.ts";
import { HttpError, NoAnswerError, NotMcpError, type Result, RpcError } from "./messages.ts";
import { Session, type SessionOptions, withinMs } from "./session.ts";

/** Calls a tool. @returns its result, without the credentials of the source; undefined if there was an error in its place */
export type CallTool = (name: string, input: SchemaObject) => Promise<Result | undefined>;

/** How long one call may take. Calls that only read are quick; a server that needs longer waits for something else. */
const callTimeoutMs = 10_000;

/** After so many calls without an answer, no other one is tried. */
const maxUnanswered = 3;

/**
 * Opens a connection and does the work with it, within `timeoutMs`.
 *
 * @returns why the server stopped answering, in a sentence; undefined if the work was done
 * @throws ImportError if the user ended it
 */
export async function callTools(
  source: Source,
  timeoutMs: number,
  work: (call: CallTool) => Promise<void>,
  options: SessionOptions = {},
): Promise<string | undefined> {
  const session = new Session(source, timeoutMs, options);
  try {
    await session.run(async () => {
      const connection = await session.connect();
      const { meta = {} } = await session.open(connection);
      await work(makeCall(connection, meta, session));
    });
    return undefined;
  } catch (error) {
    if (session.isInterrupted || !(error instanceof Error)) throw error;
    return error.message;
  }
}

function makeCall(connection: Connection, meta: Result, session: Session): CallTool {
  const secrets = secretsOf(session.source);
  let unanswered = 0;
  return async (name, input) => {
    const answer = connection.request("tools/call", { ...meta, name, arguments: input });
    try {
      const result = await withinMs(callTimeoutMs, answer);
      if (isTooDeep(result)) return undefined;
      return mapTexts(result, (text) => redactSecrets(text, secrets)) as Result;
    } catch (error) {
      if (error instanceof NoAnswerError) unanswered += 1;
      if (unanswered < maxUnanswered && ownErrors.some((kind) => error instanceof kind)) return undefined;
      throw error;
    }
  };
}

/** Errors of one call: the next one may have a result. */
const ownErrors = [RpcError, HttpError, NotMcpError, NoAnswerError];
