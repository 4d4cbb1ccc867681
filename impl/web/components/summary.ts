/** The list of problems above a form. */
import { type Html, html } from "../../platform/html.ts";
import type { Translation } from "../../texts/translate.ts";

export interface Mistake {
  /** Id of the input to go to. */
  readonly target: string;
  readonly label: string;
  readonly message: string;
}

/** Draws the list of all problems, with links to the inputs. Screen readers read it first. */
export function errorSummary({ say }: Translation, mistakes: readonly Mistake[]): Html | undefined {
  if (mistakes.length === 0) return undefined;
  const items = mistakes.map(
    ({ target, label, message }) => html`<li><a href="#${target}">${label}</a><span>${message}</span></li>`,
  );
  return html`
    <div class="summary" id="summary" role="group" aria-labelledby="summary-title" tabindex="-1" autofocus>
      <h2 id="summary-title">${say("problems", { count: mistakes.length })}</h2>
      <ul>${items}</ul>
    </div>
  `;
}
