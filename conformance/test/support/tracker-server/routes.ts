/** Routes of a served tracker besides its endpoint: downloads of exports, pages of issues, and the hooks of the target. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { fileName } from "./store/exports.ts";
import type { Question, Tracker } from "./tracker.ts";

/** @returns whether the request was one of these */
export async function answerOutside(
  { handlers, control }: Tracker,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const path = request.url ?? "";
  if (path.startsWith("/exports/")) {
    const text = handlers.exports.download(path.slice("/exports/".length));
    const disposition = `attachment; filename="file.txt"; filename*=UTF-8''${encodeURIComponent(fileName)}`;
    const headers = { "Content-Type": "text/plain", "Content-Disposition": disposition };
    response.writeHead(text === undefined ? 410 : 200, headers);
    if (handlers.exports.breaksOff) response.write("The door", () => response.destroy());
    else response.end(text);
    return true;
  }
  if (path.startsWith("/issues/")) {
    const id = path.slice("/issues/".length);
    const page = handlers.pageContent(id);
    response.writeHead(handlers.pageStatus(id), page && { "Content-Type": page.type }).end(page?.content);
    return true;
  }
  if (path !== "/control" || request.method !== "POST") return false;
  const answer = control((await json(request)) as Question);
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
  return true;
}
