/** `/sign-up` and `/forgot-password`: both ask for an address and mail a link to a page for a password. */
import { findAccount } from "../../../accounts/accounts.ts";
import { normaliseEmail } from "../../../accounts/email-address.ts";
import { html } from "../../../platform/html.ts";
import { actions, button } from "../../components/controls/buttons.ts";
import { postForm } from "../../components/controls/post-form.ts";
import { entryField } from "../../components/entry.ts";
import { acceptOnly, readForm } from "../../form-body.ts";
import type { WebContext } from "../../reply.ts";
import { contactText } from "../contact.ts";
import { mailLink } from "../mail-link.ts";
import { replySent } from "../mailed-reply.ts";
import { isFromOwnPage } from "../own-origin.ts";
import { ownerTranslationFor } from "../owner-language.ts";
import { replyForeignPost } from "../refusals.ts";
import { type EntrySite, replyEntry } from "../reply-entry.ts";
import { linkList } from "../views/entry-page.ts";

type Kind = "sign-up" | "forgot-password";

const WORDS = {
  "sign-up": { title: "sign_up_title", text: "sign_up_text", button: "sign_up_button" },
  "forgot-password": { title: "forgot_title", text: "forgot_text", button: "forgot_button" },
} as const;

export function showAddressPage(c: WebContext, site: EntrySite, kind: Kind): Response {
  if (kind === "sign-up" && site.signUp !== "open") return replySignUpClosed(c, site);
  return replyAddressPage(c, kind);
}

/** Says that only invited users can sign up. Invitations are links to the page for the password, so they do not lead here. */
function replySignUpClosed(c: WebContext, site: EntrySite): Response {
  const t = ownerTranslationFor(c);
  const text = t.say("sign_up_closed_text", { contact: contactText(site, t) });
  const more = linkList([
    { question: t.say("have_account"), address: "/sign-in", text: t.say("home_sign_in") },
  ]);
  return replyEntry(c, { t, title: t.say("sign_up_closed_title"), text, more }, 403);
}

function replyAddressPage(c: WebContext, kind: Kind, wrong?: string): Response {
  const t = ownerTranslationFor(c);
  const { title, text, button: label } = WORDS[kind];
  const message = wrong === undefined ? undefined : t.say("email_wrong");
  const more = html`
    ${postForm({
      action: `/${kind}`,
      className: "entry stack",
      content: [
        entryField({
          t,
          name: "email",
          label: t.say("email_label"),
          type: "email",
          autocomplete: "email",
          value: wrong ?? "",
          message,
        }),
        actions(button({ text: t.say(label), look: "main" })),
      ],
    })}
    ${linkList([{ question: t.say("have_account"), address: "/sign-in", text: t.say("home_sign_in") }])}
  `;
  return replyEntry(
    c,
    { t, title: t.say(title), text: t.say(text), more },
    message === undefined ? 200 : 422,
  );
}

export async function postAddressPage(c: WebContext, site: EntrySite, kind: Kind): Promise<Response> {
  if (!isFromOwnPage(c)) return replyForeignPost(c);
  if (kind === "sign-up" && site.signUp !== "open") return replySignUpClosed(c, site);
  const values = await readForm(c, acceptOnly("email"));
  const email = normaliseEmail(values.get("email") ?? "");
  if (email === undefined) return replyAddressPage(c, kind, values.get("email") ?? "");
  const t = ownerTranslationFor(c);
  return replySent(c, site, t, email, async () => {
    const account = await findAccount(site.storage.db, email);
    if (account === undefined) {
      if (kind === "sign-up") await mailLink(site, t, { purpose: "sign_up", email, accountId: null });
    } else if (account.locked_at === null) {
      const [purpose, why] =
        kind === "sign-up" ? (["sign_in", "known"] as const) : (["reset_password"] as const);
      await mailLink(site, t, { purpose, email, accountId: account.id }, why);
    }
  });
}
