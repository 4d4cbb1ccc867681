/** What stands before fastmcp: tokens, the origins of browsers, downloads, and the hooks of tests. */
import { type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import { text } from "node:stream/consumers";
import { answerHook, callerOf, now, type Question } from "./accounts.ts";
import { openLink } from "./guest-lists.ts";

const isLocal = (host: string) => /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);

function comesFromHere({ host = "", origin }: IncomingMessage["headers"]): boolean {
  return isLocal(host) && (origin === undefined || isLocal(origin.replace(/^https?:\/\//, "")));
}

function send(response: ServerResponse, status: number, body: object, headers: object = {}): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
}

export async function serve(request: IncomingMessage, response: ServerResponse, port: number): Promise<void> {
  if (!comesFromHere(request.headers)) return send(response, 403, { error: "Only local callers." });
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  if (url.pathname === "/control" && request.method === "POST")
    return send(response, 200, answerHook(JSON.parse(await text(request)) as Question));
  if (url.pathname.startsWith("/guest-lists/")) return download(url, response);
  if (url.pathname !== "/mcp") return send(response, 404, { error: "The endpoint is /mcp." });
  const { authorization } = request.headers;
  if (callerOf(authorization) === undefined) {
    const error = authorization === undefined ? "" : ', error="invalid_token"';
    const challenge = { "WWW-Authenticate": `Bearer realm="box-office"${error}` };
    return send(response, 401, { error: "A valid token is missing: Office -> API tokens." }, challenge);
  }
  if (request.method !== "POST")
    return send(response, 405, { error: "There are no sessions: only POST." }, { Allow: "POST" });
  forward(request, response, port);
}

function download(url: URL, response: ServerResponse): void {
  const file = openLink(url, now());
  if (typeof file === "number") {
    send(response, file, { error: "The link has expired or is not right. Export the list again." });
    return;
  }
  response
    .writeHead(200, {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${file.name}"`,
      "Content-Length": file.bytes.length,
      "Cache-Control": "no-store",
    })
    .end(file.bytes);
}

/** Hands a request on to fastmcp, and its answer back. */
function forward(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url: path, headers } = request;
  const inner = sendRequest({ host: "127.0.0.1", port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  inner.on("error", (error) => {
    console.error(error);
    if (response.headersSent) response.destroy();
    else send(response, 502, { error: "The box office does not answer." });
  });
  request.pipe(inner);
}
