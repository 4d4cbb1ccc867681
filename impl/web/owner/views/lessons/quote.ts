/** The page with the price of a lesson, where its owner accepts it. */
import type { Language, QuoteItem } from "../../../../../generated/types.ts";
import type { QuoteRow } from "../../../../lessons/quote.ts";
import { type Html, html } from "../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { languageName } from "../../../../texts/translate.ts";
import { bulletList } from "../../../components/blocks/bullets.ts";
import { part } from "../../../components/blocks/part.ts";
import { rowList } from "../../../components/blocks/rows.ts";
import { boxGroup, checkBox } from "../../../components/controls/boxes.ts";
import { actions, button } from "../../../components/controls/buttons.ts";
import { postForm } from "../../../components/controls/post-form.ts";
import { olderLink, passwordInput, refusalBox } from "../forms/parts.ts";

export interface QuoteView {
  readonly t: OwnerTranslation;
  readonly csrf: string;
  readonly quote: QuoteRow;
  readonly languages: readonly Language[];
  readonly items: readonly QuoteItem[];
  /** The credits that the account has. */
  readonly available: number;
  readonly isExpired: boolean;
  /** Requests that the lesson will not meet, in English. */
  readonly warnings: readonly string[];
  /** The name of the language model that reads answers to open tasks; undefined: none does. */
  readonly reader: string | undefined;
  readonly refused: { readonly text: string; readonly details: readonly string[] } | undefined;
}

export function quotePage(view: QuoteView): Html {
  const { t, quote, languages, items, available, isExpired, warnings, refused } = view;
  const { id, prompt, total_credits: total } = quote;
  const rows = items.map(
    ({ item, quantity, credits: sum }) =>
      html`<li><span>${t.say(`quote_item_${item}`, { count: quantity })}</span><span>${t.number(sum)}</span></li>`,
  );
  const canMake = !isExpired && total <= available;
  return html`
    <h1>${t.say("quote_title")}</h1>
    ${refused && refusalBox(t.say("refused_title"), refused)}
    <dl class="facts">
      <div><dt>${t.say("quote_what")}</dt><dd class="prompt">${prompt}</dd></div>
      <div><dt>${t.say("quote_languages")}</dt><dd>${languages.map(languageName).join(", ")}</dd></div>
    </dl>
    <section class="part">
      ${rowList(html`${rows}<li><b>${t.say("quote_total")}</b><b>${t.number(total)}</b></li>`)}
      <p class="advice${!canMake && " notice"}">${stateOfQuote(view)}</p>
    </section>
    ${
      warnings.length > 0 &&
      part({
        title: t.say("quote_known"),
        content: bulletList(warnings, { className: "bullets", lang: "en" }),
      })
    }
    <section class="part">
      ${canMake && make(view)}
      ${olderLink(t.say("quote_change"), `/lessons?quote=${id}`)}
    </section>
  `;
}

/** Says until when the lesson can be made, or why it cannot. */
function stateOfQuote({ t, quote, available, isExpired }: QuoteView): string {
  if (isExpired) return t.say("refused_quote_expired");
  const credits = (count: number) => t.say("quote_credits", { count });
  const missing = quote.total_credits - available;
  if (missing > 0)
    return t.say("quote_missing", { available: credits(available), missing: credits(missing) });
  return t.say("quote_available", { available: credits(available), time: t.zonedTime(quote.expires_at) });
}

function make({ t, csrf, quote, reader }: QuoteView): Html {
  const open =
    reader === undefined ? t.say("quote_tasks_open") : t.say("quote_tasks_model", { model: reader });
  const modes = [
    checkBox({
      type: "radio",
      name: "task_mode",
      value: "fixed",
      text: t.say("quote_tasks_fixed"),
      isChecked: true,
    }),
    checkBox({ type: "radio", name: "task_mode", value: "ai_reviewed", text: open }),
  ];
  return postForm({
    action: `/lessons/quotes/${quote.id}`,
    csrf,
    className: "stack",
    content: html`
      ${boxGroup({ legend: t.say("quote_tasks"), content: modes })}
      ${passwordInput(t, t.say("quote_password"))}
      ${actions(button({ text: t.say("quote_make", { count: quote.total_credits }), look: "main" }))}
    `,
  });
}
