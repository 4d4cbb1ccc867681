/** Sends a picture of a lesson to browsers that may see the lesson. */

import { findLesson } from "../../lessons/find.ts";
import type { WebContext } from "../reply.ts";
import type { LessonSite } from "../site.ts";
import { sendStored } from "../stored-files.ts";
import { isOpen } from "./password.ts";
import { replyNoLesson } from "./show-lesson.ts";

export async function sendPicture(
  c: WebContext,
  site: LessonSite,
  lessonId: string,
  index: number,
): Promise<Response> {
  const found = await findLesson(site, lessonId);
  const isManaging = site.lessonAddresses.isManagementKey(lessonId, c.req.query("key") ?? "");
  if (found === undefined || !(isManaging || isOpen(c, site, found))) return replyNoLesson(c);
  const picture = found.illustrations.find((each) => each.index === index);
  if (picture?.storageKey === undefined || picture.status !== "completed") return replyNoLesson(c);
  const content_type = picture.mediaType ?? "application/octet-stream";
  return sendStored(
    c,
    site.files,
    { content_type, storage_key: picture.storageKey },
    {
      // A picture of an open lesson never changes. One behind a password stays out of caches.
      "Cache-Control": found.passwordHash === null ? "private, max-age=86400" : "private, no-store",
      // An SVG can contain scripts. If a browser opens it directly, it may only use its own styles.
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    },
  );
}
