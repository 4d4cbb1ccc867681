/** Sends stored files: uploads as downloads, and images of forms. */
import { Readable } from "node:stream";
import { isNotDeleted } from "../platform/storage/deletion-filter.ts";
import type { Schema } from "../platform/storage/schema.ts";
import { securityHeaders, type WebContext } from "./reply.ts";
import { replyGeneralMessage, replyNotFound } from "./respondent/public-form/message-replies.ts";
import type { Site } from "./site.ts";

export type FileSite = Pick<Site, "storage" | "files">;

/**
 * Answers a GET of an uploaded file by a signed link. The file is always a download and never shown in the browser, because it is
 * not trusted.
 */
export async function downloadFile(
  c: WebContext,
  site: FileSite & Pick<Site, "links">,
  fileId: string,
): Promise<Response> {
  const verdict = site.links.check(`/files/${fileId}`, c.req.query("e") ?? "", c.req.query("s") ?? "");
  if (verdict === "forged") return replyNotFound(c);
  if (verdict === "expired")
    return replyGeneralMessage(
      c,
      { title: "link_expired_title", text: "file_link_expired", mark: "late" },
      { status: 410 },
    );
  const file = await site.storage.db
    .selectFrom("files")
    .innerJoin("live_responses as responses", "responses.id", "files.response_id")
    .innerJoin("forms", "forms.id", "responses.form_id")
    .select(["files.name", "files.size_bytes", "files.content_type", "files.storage_key"])
    .where("files.id", "=", fileId)
    .where(isNotDeleted)
    .executeTakeFirst();
  return file === undefined ? replyNotFound(c) : sendFile(c, site, file);
}

/** Sends an uploaded file with headers that keep browsers from running or showing it. */
export async function sendFile(
  c: WebContext,
  { files }: FileSite,
  file: Pick<Schema["files"], "name" | "size_bytes" | "content_type" | "storage_key">,
): Promise<Response> {
  return sendStored(c, files, file, {
    "Content-Length": String(file.size_bytes),
    "Content-Disposition": attachment(file.name),
    "Cache-Control": "private, no-store",
  });
}

/**
 * Answers a GET of a logo, a cover or a favicon. Everyone with its id (131 random bits) can load it: images of published forms are
 * public, and the ids of others are not shown publicly. An image that only deleted forms have is not found.
 */
export async function sendImage(c: WebContext, { storage, files }: FileSite, id: string): Promise<Response> {
  const image = await storage.db
    .selectFrom("images")
    .select(["content_type", "size_bytes", "storage_key"])
    .where("id", "=", id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("form_images")
          .innerJoin("forms", "forms.id", "form_images.form_id")
          .select("form_images.form_id")
          .whereRef("form_images.image_id", "=", "images.id")
          .where(isNotDeleted),
      ),
    )
    .executeTakeFirst();
  if (image === undefined) return replyNotFound(c);
  return sendStored(c, files, image, {
    "Content-Length": String(image.size_bytes),
    // The content never changes, but the image may be deleted, so browsers ask again after a day.
    "Cache-Control": "public, max-age=86400, immutable",
  });
}

/** Sends a stored file. If a browser opens it directly, it can run no script and load nothing. */
export async function sendStored(
  c: WebContext,
  files: Site["files"],
  { content_type, storage_key }: Pick<Schema["files"], "content_type" | "storage_key">,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const content = Readable.toWeb(await files.open(storage_key)) as ReadableStream;
  return c.body(content, 200, {
    "Content-Type": content_type,
    ...securityHeaders(false),
    "Content-Security-Policy": "default-src 'none'; sandbox",
    ...headers,
  });
}

/** Returns the header for a download (RFC 6266, section 4), with a plain name for old programs. */
export function attachment(name: string): string {
  const plain = name.replace(/[^ -~]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
