import { html } from "../../../platform/html.ts";
import { messagePage } from "../../components/message.ts";
import { reply, type WebContext } from "../../reply.ts";
import type { Site } from "../../site.ts";
import { isEmbedding, visitorTranslation } from "../public-form/form-request.ts";

/**
 * Answers a POST with a foreign origin without reading the body. Most likely it comes from a sandboxed frame, where browsers
 * send `Origin: null`. The reply is a page with a link that opens the form outside of the frame, where it works.
 */
export function replyForeignOrigin(c: WebContext, { publicUrl }: Pick<Site, "publicUrl">): Response {
  const t = visitorTranslation(c);
  const embed = c.req.query("embed");
  const address = `${publicUrl()}${new URL(c.req.url).pathname.replace(/\/(files|waiting)$/, "")}?lang=${t.language}`;
  const page = messagePage({
    t,
    title: t.say("foreign_title"),
    text: t.say("foreign_text"),
    mark: "closed",
    // The address is shown as text, too, because some frames block links.
    more: html`
      <div class="actions">
        <a class="main" href="${address}" target="_blank" rel="noopener">${t.say("password_open")}</a>
      </div>
      <p class="more">${address}</p>
    `,
    embedded: isEmbedding(embed) ? embed : false,
    languages: [],
    addressIn: () => "",
  });
  return reply(c, page, { status: 403, framable: true, headers: { Connection: "close" } });
}
