/** Refuses input for which Node creates no request: it is not HTTP, is too large or too late, or requests a tunnel. */
import type { Socket } from "node:net";
import type { HttpRefusal } from "../endpoint/exchange.ts";
import { jsonHeaders } from "./json-headers.ts";
import type { NodeExchange, NodeExchangeOptions } from "./node-exchange.ts";

/** @param exchanges the exchanges of the socket */
export function refuseUnparsed(
  socket: Socket,
  exchanges: readonly NodeExchange[],
  refusal: HttpRefusal | undefined,
  { lingerMs, onRefusal }: NodeExchangeOptions,
): void {
  if (refusal === undefined || !socket.writable) return void socket.destroy();
  const unanswered = exchanges.filter(({ response }) => !response.closed);
  const incomplete = unanswered.find(({ request }) => !request.complete);
  const last = unanswered.at(-1);
  if (last === undefined) {
    onRefusal(refusal.status);
    endSocket(socket, lingerMs, rawResponse(refusal));
  } else if (incomplete?.response.headersSent === false) incomplete.refuseAndClose(refusal);
  else if (incomplete) endSocket(socket, lingerMs);
  // The client would read a refusal as one of the pending answers, so the connection ends after those, without a refusal.
  else {
    last.response.shouldKeepAlive = false;
    last.response.once("close", () => endSocket(socket, lingerMs));
  }
}

/** Formats a refusal as the text of an HTTP response. */
function rawResponse({ status, body, headers: more }: HttpRefusal): string {
  const headers = jsonHeaders(Buffer.byteLength(body), [...more, "Connection", "close"]);
  const lines = headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${headers[at + 1]}`] : []));
  const { STATUS_CODES } = process.getBuiltinModule("node:http");
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}

/** Ends the socket when everything is written, and destroys it if the client does not end its side in time. */
function endSocket(socket: Socket, lingerMs: number, last?: string): void {
  if (last !== undefined) socket.write(last);
  socket.end();
  const lingerTimer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => clearTimeout(lingerTimer));
}
