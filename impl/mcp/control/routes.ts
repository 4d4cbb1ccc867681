/** The control interface for tests. It exists under `TEST_CONTROL=1` only, and answers processes of the same machine only. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { isLocalRequest } from "../../platform/config/loopback.ts";
import { answerHook, type ControlParts } from "./hooks.ts";
import { ControlMistake } from "./mistake.ts";

/** Returns whether it answers the request. */
export type ControlRoutes = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

export function controlRoutes(parts: ControlParts): ControlRoutes {
  return async (request, response) => {
    if (request.url !== "/control" || !isLocalRequest(request)) return false;
    // A page of another site can send a form or plain text, but not JSON.
    const isJson = request.headers["content-type"] === "application/json";
    if (request.method !== "POST" || !isJson) return answer(response, 400, { error: "POST JSON here." });
    try {
      const question = JSON.parse(await text(request));
      return answer(response, 200, await answerHook(question, parts, `http://${request.headers.host}`));
    } catch (error) {
      const isMistake = error instanceof ControlMistake || error instanceof SyntaxError;
      if (isMistake) return answer(response, 422, { error: error.message });
      throw error;
    }
  };
}

function answer(response: ServerResponse, status: number, body: object): true {
  response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(JSON.stringify(body));
  return true;
}
