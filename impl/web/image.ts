/** `/images/ID`: logos, covers and favicons of forms. */
import { Readable } from "node:stream";
import type { FileSite } from "./download.ts";
import { replyNotFound } from "./public-form/message-replies.ts";
import { securityHeaders, type WebContext } from "./reply.ts";

/**
 * GET of an image. Who knows its id may see it, as what a published form shows is public; the id of one that is not published can
 * be found nowhere and is not guessed (131 random bits).
 */
export async function sendImage(c: WebContext, { storage, files }: FileSite, id: string): Promise<Response> {
  const image = await storage.db
    .selectFrom("images")
    .select(["content_type", "size_bytes", "storage_key"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (image === undefined) return replyNotFound(c);
  const content = Readable.toWeb(await files.open(image.storage_key)) as ReadableStream;
  return c.body(content, 200, {
    "Content-Type": image.content_type,
    "Content-Length": String(image.size_bytes),
    // The content never changes; after a day it may have been deleted.
    "Cache-Control": "public, max-age=86400, immutable",
    ...securityHeaders(false),
    "Content-Security-Policy": "default-src 'none'; sandbox",
  });
}
