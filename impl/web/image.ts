/** `/images/ID`: logos, covers and favicons of forms. */
import { type FileSite, sendStored } from "./download.ts";
import { replyNotFound } from "./public-form/message-replies.ts";
import type { WebContext } from "./reply.ts";

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
  return sendStored(c, files, image, {
    "Content-Length": String(image.size_bytes),
    // The content never changes; after a day it may have been deleted.
    "Cache-Control": "public, max-age=86400, immutable",
  });
}
