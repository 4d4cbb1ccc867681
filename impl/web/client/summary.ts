/** The list of problems above the form, as the browser writes it and keeps it up to date. */
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
  summary.append(document.createElement("h2"), document.createElement("ul"));
  write(form, summary, wrong);
  form.before(summary);
  summary.focus();
}

/**
 * Brings the list up to date when an answer is corrected, whether the server or the browser wrote it. A screen reader hears how many are left; the list as an
 * alert would be read from its beginning.
 */
export function followCorrections(form: HTMLFormElement, wrong: readonly Question[]): void {
  const summary = document.querySelector<HTMLElement>("#summary");
  if (summary === null) return;
  const before = summary.querySelectorAll("li").length;
  summary.removeAttribute("role");
  write(form, summary, wrong);
  if (before === wrong.length) return;
  summary.hidden = wrong.length === 0;
  announce(wrong.length === 0 ? (form.dataset.solved ?? "") : counted(form, wrong.length));
}

function write(form: HTMLFormElement, summary: HTMLElement, wrong: readonly Question[]): void {
  summary.querySelector("h2")!.textContent = counted(form, wrong.length);
  summary.querySelector("ul")!.replaceChildren(...wrong.map(entry));
}

function announce(text: string): void {
  const id = "summary-news";
  let news = document.getElementById(id);
  if (news === null) {
    news = Object.assign(document.createElement("p"), { id, className: "vh", role: "status" });
    document.querySelector("#summary")?.before(news);
  }
  news.textContent = text;
}

function entry({ element }: Question): HTMLElement {
  const item = document.createElement("li");
  const link = document.createElement("a");
  const input = element.querySelector<HTMLElement>(
    "input:not([type=hidden], :disabled), select, textarea, button",
  );
  link.href = `#${input?.id}`;
  link.textContent = findLabel(element);
  link.addEventListener("click", (event) => {
    event.preventDefault();
    input?.focus();
  });
  const message = document.createElement("span");
  message.textContent = findMessage(element);
  item.append(link, message);
  return item;
}

/** The message without "Error: ", which the server puts before it for screen readers. */
function findMessage(element: HTMLElement): string {
  const message = element.querySelector(".message")?.cloneNode(true) as Element | undefined;
  message?.querySelector(".vh")?.remove();
  return message?.textContent?.trim() ?? "";
}

/** The label of a question without "(optional)". */
function findLabel(element: HTMLElement): string {
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
