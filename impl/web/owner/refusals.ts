/** Pages that refuse requests to the owner's pages. */
import type { Html } from "../../platform/html.ts";
import { actions, linkButton } from "../components/controls/buttons.ts";
import { reply, type WebContext } from "../reply.ts";
import { ownerTranslationFor } from "./owner-language.ts";
import { entryPage } from "./views/entry-page.ts";

/** An address below the owner's pages where nothing is. */
export function replyNoSuchPage(c: WebContext): Response {
  return replyRefusal(c, "owner_not_found", 404, {
    more: actions(
      linkButton({ text: ownerTranslationFor(c).say("home_to_forms"), look: "main", address: "/forms" }),
    ),
  });
}

/** A post that no page of ours sent, or that a page of an ended session sent. */
export function replyForeignPost(c: WebContext): Response {
  return replyRefusal(c, "foreign_post", 403, { headers: { Connection: "close" } });
}

/** More posts of an account than a person makes. The body is not read. */
export function replyTooManyPosts(c: WebContext, retryAfterSeconds: number): Response {
  const headers = { Connection: "close", "Retry-After": String(retryAfterSeconds) };
  return replyRefusal(c, "too_many_posts", 429, { headers });
}

function replyRefusal(
  c: WebContext,
  name: "owner_not_found" | "foreign_post" | "too_many_posts",
  status: 403 | 404 | 429,
  { more, headers = {} }: { readonly more?: Html; readonly headers?: Readonly<Record<string, string>> },
): Response {
  const t = ownerTranslationFor(c);
  const page = entryPage({
    t,
    title: t.say(`${name}_title`),
    text: t.say(`${name}_text`),
    ...(more && { more }),
  });
  return reply(c, page, { status, headers });
}
