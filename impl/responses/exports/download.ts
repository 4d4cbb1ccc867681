/** Serves exports at their signed addresses. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Log } from "@toolwright/runtime";
import type { FileStore } from "../../platform/files/store.ts";
import type { SignedUrls } from "../../platform/signing/signed-urls.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import type { Stores } from "../../platform/stores.ts";
import { type ExportRow, findExport } from "./table.ts";

/** Returns whether it answers the request. */
export type DownloadRoute = (request: IncomingMessage, response: ServerResponse) => boolean;

const PATH = /^\/exports\/(exp_[0-9A-Za-z]{22})$/;

/** `GET /exports/ID`: an export at its signed address, until that expires. */
export function exportDownloads(parts: {
  readonly storage: Storage;
  readonly files: FileStore;
  readonly links: SignedUrls;
  readonly log: Log;
}): DownloadRoute {
  return (request, response) => {
    const url = URL.parse(request.url ?? "", "http://localhost");
    const id = PATH.exec(url?.pathname ?? "")?.[1];
    if (id === undefined || url === null) return false;
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("Allow", "GET, HEAD");
      sendText(response, 405, "Only GET and HEAD.");
      return true;
    }
    const verdict = parts.links.check(
      url.pathname,
      url.searchParams.get("e") ?? "",
      url.searchParams.get("s") ?? "",
    );
    if (verdict === "forged") sendText(response, 404, "There is nothing here.");
    else if (verdict === "expired") sendText(response, 410, "This download has expired. Export again.");
    else
      send(parts, id, request, response).catch((error: unknown) =>
        reportFailure(parts.log, id, response, error),
      );
    return true;
  };
}

async function send(
  { storage, files }: Pick<Stores, "storage" | "files">,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const row = await findExport(storage.db, id);
  // Its responses were erased since.
  if (row?.storage_key == null)
    return sendText(response, 410, "This export is no longer there. Export again.");
  response.writeHead(200, makeHeaders(row));
  if (request.method === "HEAD") {
    response.end();
    return;
  }
  await pipeline(await files.open(row.storage_key), response);
}

/** Always a download, never shown in the browser, and never cached. */
function makeHeaders(row: ExportRow): Record<string, string> {
  const plain = row.file_name.replace(/[^ -~]|["\\%]/g, "_");
  return {
    "Content-Type": row.content_type,
    "Content-Length": String(row.size_bytes),
    "Content-Disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(row.file_name)}`,
    "Repr-Digest": `sha-256=:${Buffer.from(row.sha256 ?? "", "hex").toString("base64")}:`,
    ...guarded,
  };
}

const guarded = {
  "Cache-Control": "private, no-store",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", ...guarded });
  response.end(`${text}\n`);
}

/**
 * A client that disconnects is no error. After the headers have been sent, an error can only break the connection
 * off.
 */
function reportFailure(log: Log, id: string, response: ServerResponse, error: unknown): void {
  if (error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE") return;
  log.error({ event: "download_failed", export: id, error });
  if (response.headersSent) response.destroy();
  else sendText(response, 500, "The file could not be read.");
}
