/** Keeps the answers in this browser until the form is sent, so a closed page loses nothing. */
import { create } from "../create.ts";
import { forgetAnswers, readKept, removeExpired, storeKept } from "./answer-store.ts";
import { questions } from "./fields.ts";
import type { Values } from "./packed-answers.ts";

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Restores the answers that this browser has kept, and keeps all further ones. */
export function keepAnswers(form: HTMLFormElement): void {
  removeExpired();
  const { kept, keptClear } = form.dataset;
  if (kept === undefined) return;
  let isCleared = false;
  const save = () => {
    if (!isCleared) storeKept({ ...readKept(), ...readInputs(form) });
  };
  if (restore(form, readKept()) && form.querySelector('[value="back"]') === null) {
    const clear = () => {
      isCleared = true;
      forgetAnswers();
      location.reload();
    };
    form.before(notice(kept, keptClear ?? "", clear));
  }
  form.addEventListener("input", save);
  form.addEventListener("change", save);
  addEventListener("pagehide", save);
}

/**
 * Groups the inputs to keep by question. Files, signatures and passwords are never kept, nor consents, whose text the respondent
 * must read again.
 */
function groupInputs(form: HTMLFormElement): Map<HTMLElement, Input[]> {
  const kept = questions(form).filter((one) => one.kind !== "files" && !("untouched" in one.element.dataset));
  return new Map(
    kept.map(({ element }) => [
      element,
      [...element.querySelectorAll<Input>("input[name], select, textarea")].filter(
        ({ type }) => type !== "password" && type !== "file",
      ),
    ]),
  );
}

function isBox(input: Input): input is HTMLInputElement {
  return /radio|checkbox/.test(input.type);
}

function readInput(input: Input): string {
  return isBox(input) && !input.checked ? "" : input.value;
}

/** Returns the values of all inputs. An empty input has an empty value, which replaces its kept value. */
function readInputs(form: HTMLFormElement): Values {
  const values: Record<string, string[]> = {};
  for (const inputs of groupInputs(form).values())
    for (const input of inputs) {
      values[input.name] ??= [];
      if (readInput(input) !== "") values[input.name]!.push(input.value);
    }
  return values;
}

/** Restores the answers of questions that have none. Returns whether there were any. */
function restore(form: HTMLFormElement, values: Values): boolean {
  let isRestored = false;
  for (const inputs of groupInputs(form).values()) {
    const present = inputs.map(readInput).join("");
    // Where a page is loaded again, Firefox ticks the boxes, but leaves the text of an own choice empty.
    const open = inputs.filter(({ value }) => !present || (!value && present.includes("+other")));
    for (const input of open) {
      const [first] = values[input.name] ?? [];
      if (first === undefined || input.disabled) continue;
      if (isBox(input)) input.checked = values[input.name]!.includes(input.value);
      else input.value = first;
      isRestored ||= readInput(input) !== "";
    }
  }
  return isRestored;
}

function notice(text: string, label: string, clear: () => void): HTMLElement {
  const button = create("button", { type: "button", className: "link", textContent: label });
  button.addEventListener("click", clear);
  return create("div", { className: "notice", role: "status" }, create("p", { textContent: text }), button);
}
