/** `GET /live/SECRET.csv`: the confirmed responses of a form, for spreadsheets that load them again and again. */
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { boundedCache } from "../platform/bounded-cache.ts";
import { getCached } from "../platform/cache.ts";
import { WorkFailed } from "../platform/threads/work-thread.ts";
import { exportContentType, exportFileName } from "../responses/exports/file-name.ts";
import { type LiveSource, openLiveAddress } from "../responses/live/live-addresses.ts";
import { findLiveTable, type LiveTable } from "../responses/live/live-table.ts";
import { ownerTranslation } from "../texts/owner/owner-texts.ts";
import { secondsToWait } from "./limits.ts";
import { securityHeaders, type WebContext } from "./reply.ts";
import { replyNotFound, replyTooMany } from "./respondent/public-form/message-replies.ts";
import type { Site } from "./site.ts";
import { attachment } from "./stored-files.ts";

type LiveSite = Pick<Site, "storage" | "clock" | "limits" | "runTable">;

/** Returns the path of a live address. */
export function livePath(secret: string): string {
  return `/live/${secret}.csv`;
}

/** Bytes of the tables that are kept for their next readers. */
const KEPT_BYTES = 32_000_000;

/** The table only gets faster when responses are deleted, so a reader should not come soon. */
const RETRY_SECONDS = 600;

/** Creates the handler of live addresses. A table is written once while its tag stays, however many readers come at a time. */
export function liveDataHandler() {
  const kept = boundedCache<Buffer<ArrayBuffer>>(KEPT_BYTES);
  const running = new Map<string, Promise<Buffer<ArrayBuffer> | undefined>>();

  /** Returns the table; undefined if it takes too long. */
  async function write({ tag, open }: LiveTable): Promise<Buffer<ArrayBuffer> | undefined> {
    try {
      const table = await buffer(await open());
      if (table.length <= KEPT_BYTES) kept.set(tag, table, table.length);
      return table;
    } catch (error) {
      if (error instanceof WorkFailed) return undefined;
      throw error;
    } finally {
      running.delete(tag);
    }
  }

  /** Answers a read. An address that has ended is answered like one that never was. */
  return async (c: WebContext, site: LiveSite, secret: string): Promise<Response> => {
    const source = await openLiveAddress(site, secret);
    if (source === undefined) return replyNotFound(c);
    const seconds = await secondsToWait([[site.limits.liveReads, source.form.id]]);
    if (seconds !== undefined) return replyTooMany(c, seconds);
    const table = await findLiveTable(site.storage.db, site.runTable, source);
    const headers = {
      ...securityHeaders(false),
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex, nofollow",
      // A cache of the reader may keep the table, but asks before each use whether it is the newest.
      "Cache-Control": "private, no-cache",
      ETag: table.tag,
    };
    if (hasTag(c.req.header("if-none-match"), table.tag)) return c.body(null, 304, headers);
    const content = kept.get(table.tag) ?? (await getCached(running, table.tag, () => write(table)));
    if (content === undefined) return replyTooSlow(c, source);
    return c.body(Readable.toWeb(Readable.from(pieces(content))) as ReadableStream, 200, {
      ...headers,
      "Content-Type": exportContentType("csv"),
      "Content-Disposition": attachment(exportFileName(source.form.title, "csv")),
    });
  };
}

/** Spreadsheets show the first line of what they get, so the answer is a sentence, not a page. */
function replyTooSlow(c: WebContext, { language, zone }: LiveSource): Response {
  const text = ownerTranslation(language, zone).say("live_too_slow");
  return c.text(`${text}\n`, 503, { ...securityHeaders(false), "Retry-After": `${RETRY_SECONDS}` });
}

/** Bytes written to a connection in one turn of the event loop. */
const PIECE_BYTES = 1_000_000;

function* pieces(table: Buffer): Generator<Buffer> {
  for (let at = 0; at < table.length; at += PIECE_BYTES) yield table.subarray(at, at + PIECE_BYTES);
}

/** Whether `If-None-Match` has a tag (RFC 9110, section 13.1.2): compressing proxies make it a weak one. */
function hasTag(header = "", tag: string): boolean {
  const sent = header.split(",").map((one) => one.trim().replace(/^W\//, ""));
  return sent.includes("*") || sent.includes(tag);
}
