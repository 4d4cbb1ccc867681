/** Sends pages that refuse requests to the owner's pages. */
import type { Html } from "../../platform/html.ts";
import { actions, linkButton } from "../components/controls/buttons.ts";
import { reply, type WebContext } from "../reply.ts";
import { ownerTranslationFor } from "./owner-language.ts";
import { entryPage } from "./views/entry-page.ts";

/** Refuses an address of the owner's pages that does not exist. */
export function replyNoSuchPage(c: WebContext): Response {
  return replyRefusal(c, "owner_not_found", 404, {
    more: actions(
      linkButton({ text: ownerTranslationFor(c).say("home_to_forms"), look: "main", address: "/forms" }),
    ),
  });
}

/** Refuses a post from another site, or from a page of an ended session. */
export function replyForeignPost(c: WebContext): Response {
  return replyRefusal(c, "foreign_post", 403, { headers: { Connection: "close" } });
}

/** Refuses a post if the account sends more than a person would. The body is not read. */
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
