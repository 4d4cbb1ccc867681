/** The home page: the purpose of the service with an example, and the connection data for agents. */
import type { FormField, FormStructure, QuoteItem } from "../../../../generated/types.ts";
import type { LegalPages } from "../../../platform/config/config.ts";
import { type Html, html } from "../../../platform/html.ts";
import type { OwnerTranslation } from "../../../texts/owner/owner-texts.ts";
import type { Translation } from "../../../texts/translate.ts";
import { actions, linkButton } from "../../components/controls/buttons.ts";
import type { PageView } from "../../components/layout.ts";
import { brand } from "./frame.ts";
import { copyable } from "./snippets.ts";

export interface HomeView {
  readonly t: OwnerTranslation;
  readonly example: ExampleForm;
  readonly endpoint: string;
  readonly isSignedIn: boolean;
  /** The prices of the parts of a lesson in credits. */
  readonly prices: Readonly<Record<QuoteItem["item"], number>>;
  /** The days, generations and credits of a new account. */
  readonly trial: Readonly<Record<"days" | "generations" | "credits", number>>;
  /** Whether every visitor can make an account. */
  readonly isOpen: boolean;
  readonly legal: LegalPages;
}

interface ExampleForm {
  /** The form that the built-in generator makes of the example text. */
  readonly form: FormStructure;
  /** The words around the questions of a form. */
  readonly words: Translation;
}

export function homePage({
  t,
  example,
  endpoint,
  prices,
  trial,
  isSignedIn,
  isOpen,
  legal,
}: HomeView): PageView {
  const start = isSignedIn
    ? linkButton({ text: t.say("home_to_forms"), look: "main", address: "/forms" })
    : html`
      ${isOpen && linkButton({ text: t.say("home_sign_up"), look: "main", address: "/sign-up" })}
      ${linkButton({ text: t.say("home_sign_in"), look: isOpen ? "quiet" : "main", address: "/sign-in" })}
    `;
  const steps = (["one", "two", "three"] as const).map(
    (step) => html`<li><h3>${t.say(`home_step_${step}`)}</h3><p>${t.say(`home_step_${step}_text`)}</p></li>`,
  );
  return {
    language: t.language,
    title: `${t.say("home_title")} – ${t.say("service_name")}`,
    styles: ["owner"],
    scripts: ["copy"],
    embedded: false,
    wide: true,
    header: homeHeader(t, isSignedIn),
    footer: legalFooter(t, legal),
    main: html`
      <div class="hero">
        <div><h1>${t.say("home_title")}</h1><p class="lead">${t.say("home_text")}</p>${actions(start)}</div>
        ${drawExample(t, example)}
      </div>
      <section class="steps">
        <h2 class="vh">${t.say("home_steps")}</h2>
        <ol>${steps}</ol>
      </section>
      <section class="agents">
        <div><h2>${t.say("home_lessons")}</h2><p>${t.say("home_lessons_text", prices)}</p></div>
        <div><h2>${t.say("home_trial")}</h2><p>${t.say("home_trial_text", trial)}</p></div>
      </section>
      <section class="agents">
        <div><h2>${t.say("home_agents")}</h2><p>${t.say("home_agents_text")}</p></div>
        <div><p class="soft">${t.say("home_endpoint")}</p>${copyable(t, endpoint)}</div>
      </section>
    `,
  };
}

function homeHeader(t: OwnerTranslation, isSignedIn: boolean): Html {
  const [address, text] = isSignedIn
    ? ["/forms", t.say("home_to_forms")]
    : ["/sign-in", t.say("home_sign_in")];
  return html`
    <header class="bar ends">
      ${brand(t)}
      <nav aria-label="${t.say("nav_label")}"><ul><li><a href="${address}">${text}</a></li></ul></nav>
    </header>
  `;
}

/** Draws the links that the operator has named. */
function legalFooter(t: OwnerTranslation, legal: LegalPages): Html | undefined {
  const links = (["imprint", "privacy"] as const).map((page) => {
    const address = legal[page];
    return address !== undefined && html`<li><a href="${address}">${t.say(`home_${page}`)}</a></li>`;
  });
  return links.some(Boolean) ? html`<footer class="legal"><ul>${links}</ul></footer>` : undefined;
}

/** Draws the example text and its form, in the language and colours of the page. Its controls do nothing. */
function drawExample(t: OwnerTranslation, { form, words }: ExampleForm): Html {
  const fields = form.pages.flatMap((page) => page.fields);
  return html`
    <figure class="example" role="img" aria-label="${t.say("home_example")}">
      <p class="ex-prompt">${t.say("home_example_prompt")}</p>
      <div class="ex-form">
        <p class="ex-title">${words.of(form.title)}</p>
        ${fields.map((field) => drawExampleField(field, words))}
        <span class="ex-send">${words.say("send")}</span>
      </div>
    </figure>
  `;
}

/** Draws choices, one of them chosen, or an empty box. */
function drawExampleField(field: FormField, words: Translation): Html {
  const choices = field.type === "single_choice" ? field.choices : [];
  const isRequired = field.type === "email" || ("required" in field && field.required);
  return html`
    <p>${words.of(field.label)}${!isRequired && html` <span class="optional">(${words.say("optional")})</span>`}</p>
    ${choices.map(({ label }, index) => html`<span class="ex-choice${index === 1 && " ex-on"}">${words.of(label)}</span>`)}
    ${choices.length === 0 && html`<span class="ex-input"></span>`}
  `;
}
