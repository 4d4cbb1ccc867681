/** Draws the list of problems above the form, and updates it. */
import { announce } from "../announce.ts";
import { create } from "../create.ts";
import type { Question } from "./fields.ts";

/**
 * Adds the list of problems above the form, as the server does, and moves the focus there. If one question is shown alone, the
 * focus moves to that question, which has its message.
 */
export function summarise(form: HTMLFormElement, wrong: readonly Question[], isAlone: boolean): void {
  document.querySelector("#summary")?.remove();
  announce("");
  if (isAlone) {
    firstInput(wrong[0]!.element)?.focus();
    return;
  }
  // Not an alert: the focus moves here, so a screen reader would read it twice.
  const summary = create(
    "div",
    { className: "summary", id: "summary", tabIndex: -1, role: "group" },
    create("h2", { id: "summary-title" }),
    create("ul", {}),
  );
  summary.setAttribute("aria-labelledby", "summary-title");
  write(form, summary, wrong);
  form.before(summary);
  summary.focus();
}

/** Updates the list of the server or the browser when an answer is corrected. Screen readers announce how many problems are left. */
export function followCorrections(form: HTMLFormElement, wrong: readonly Question[]): void {
  const summary = document.querySelector<HTMLElement>("#summary");
  if (summary === null) return;
  const before = summary.querySelectorAll("li").length;
  write(form, summary, wrong);
  if (before === wrong.length) return;
  summary.hidden = wrong.length === 0;
  announce(wrong.length === 0 ? (form.dataset.solved ?? "") : countMistakes(form, wrong.length));
}

function write(form: HTMLFormElement, summary: HTMLElement, wrong: readonly Question[]): void {
  summary.querySelector("h2")!.textContent = countMistakes(form, wrong.length);
  summary.querySelector("ul")!.replaceChildren(...wrong.map(entry));
}

/** Finds the first visible input of a question: scripts replace some inputs. */
export function firstInput(element: HTMLElement): HTMLElement | undefined {
  const inputs = element.querySelectorAll<HTMLElement>(
    "input:not([type=hidden], :disabled), select, textarea, button",
  );
  return [...inputs].find((input) => input.checkVisibility());
}

function entry({ element }: Question): HTMLElement {
  const input = firstInput(element);
  const link = create("a", { href: `#${input?.id}`, textContent: readText(element, ".label", ".optional") });
  link.addEventListener("click", (event) => {
    event.preventDefault();
    input?.focus();
  });
  // The server adds "Error: " for screen readers.
  const message = create("span", { textContent: readText(element, ".message", ".vh") });
  return create("li", {}, link, message);
}

/** Reads the text of a part of a question, without another part in it. */
function readText(element: HTMLElement, part: string, without: string): string {
  const copy = element.querySelector(part)?.cloneNode(true) as Element | undefined;
  copy?.querySelector(without)?.remove();
  return copy?.textContent?.trim() ?? "";
}

function countMistakes(form: HTMLFormElement, count: number): string {
  const forms = JSON.parse(form.dataset.problems ?? "{}") as Partial<Record<Intl.LDMLPluralRule, string>>;
  const { lang } = document.documentElement;
  const text = forms[new Intl.PluralRules(lang).select(count)] ?? forms.other ?? "";
  return text.replace("{count}", count.toLocaleString(lang));
}
