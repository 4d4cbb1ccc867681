/** The list of problems above the form, written by the browser. */
import type { Question } from "./fields.ts";

/** Puts the list of problems above the form, as the server does, and moves the focus there. */
export function summarise(form: HTMLFormElement, wrong: readonly Question[]): void {
  document.querySelector("#summary")?.remove();
  const summary = Object.assign(document.createElement("div"), {
    className: "summary",
    id: "summary",
    tabIndex: -1,
  });
  summary.setAttribute("role", "alert");
  const title = document.createElement("h2");
  title.textContent = counted(form, wrong.length);
  const list = document.createElement("ul");
  list.append(...wrong.map(entry));
  summary.append(title, list);
  form.before(summary);
  summary.focus();
}

function entry({ element }: Question): HTMLElement {
  const item = document.createElement("li");
  const link = document.createElement("a");
  const input = element.querySelector<HTMLElement>("input:not([type=hidden]), select, textarea, button");
  link.href = `#${input?.id}`;
  link.textContent = labelOf(element);
  link.addEventListener("click", (event) => {
    event.preventDefault();
    input?.focus();
  });
  const message = document.createElement("span");
  message.textContent = element.querySelector(".message")?.textContent ?? "";
  item.append(link, message);
  return item;
}

/** The label of a question without "(optional)". */
function labelOf(element: HTMLElement): string {
  const label = element.querySelector(".label")?.cloneNode(true) as Element | undefined;
  label?.querySelector(".optional")?.remove();
  return label?.textContent?.trim() ?? "";
}

function counted(form: HTMLFormElement, count: number): string {
  const forms = JSON.parse(form.dataset.problems ?? "{}") as Partial<Record<Intl.LDMLPluralRule, string>>;
  const { lang } = document.documentElement;
  const text = forms[new Intl.PluralRules(lang).select(count)] ?? forms.other ?? "";
  return text.replace("{count}", count.toLocaleString(lang));
}
