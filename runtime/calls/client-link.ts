/** Requests to clients of MCP 2025-11-25, which answer them with messages of their own while their call is open. */
import { isObject, type JsonObject } from "../json/object.ts";
import type { RpcResponse } from "../messages/message.ts";
import type { Caller } from "../service/caller.ts";
import type { InputRequest } from "../service/client-input.ts";
import { isAnswerTo } from "./client-requests.ts";

/** A client that answers requests while its call is open. */
export interface ClientLink {
  readonly capabilities: JsonObject;
  /** Resolves to the client's result; rejects if it has none, or when `ended` aborts. */
  request(request: InputRequest, ended: AbortSignal): Promise<unknown>;
}

/** The requests to clients that have no answer yet. */
export interface OpenRequests {
  /** @param send sends a message on the stream of the call; returns false if the client does not read it */
  link(caller: Caller, capabilities: JsonObject, send: (message: string) => boolean): ClientLink;
  /** Accepts an answer of a client. An answer to another caller's request, or to an unknown request, is ignored. */
  receive(response: RpcResponse, caller: Caller): void;
}

interface OpenRequest {
  readonly token: string;
  settle(response: RpcResponse): void;
}

/** The most open requests of one call: a user cannot answer more at once. */
const maxOpen = 20;

export function openRequests(): OpenRequests {
  const open = new Map<string, OpenRequest>();
  return {
    link(caller, capabilities, send) {
      let openOfCall = 0;
      return {
        capabilities,
        request(request, ended) {
          if (openOfCall >= maxOpen)
            return Promise.reject(new Error(`A call has ${maxOpen} open requests at most.`));
          return new Promise((resolve, reject) => {
            const id = crypto.randomUUID();
            const close = () => {
              if (open.delete(id)) openOfCall--;
            };
            open.set(id, {
              token: caller.token,
              settle(response) {
                close();
                const result = readResult(request, response);
                if (result === undefined)
                  reject(new Error(`The client returned no valid result of ${request.method}.`));
                else resolve(result);
              },
            });
            openOfCall++;
            ended.addEventListener("abort", () => {
              close();
              reject(ended.reason);
            });
            if (ended.aborted || !send(JSON.stringify({ jsonrpc: "2.0", id, ...request }))) {
              close();
              reject(new Error("The request was not sent, because the client reads too slowly."));
            }
          });
        },
      };
    },
    receive(response, { token }) {
      const request = open.get(String(response.id));
      if (request?.token === token) request.settle(response);
    },
  };
}

/** Returns the result in a response; undefined if it is invalid. An error in reply to a question counts as `cancel`: the user has not agreed. */
function readResult({ method }: InputRequest, { result, error }: RpcResponse): unknown {
  if (isObject(error) && method === "elicitation/create") return { action: "cancel" };
  return isAnswerTo(method, result) ? result : undefined;
}
