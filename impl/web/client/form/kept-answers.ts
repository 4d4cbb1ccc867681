/** Keeps the answers in this browser until the form is sent, so that a closed page loses nothing. */
import { questions } from "./fields.ts";

const PREFIX = "answers ";
const LIFETIME_MS = 7 * 24 * 3_600_000;

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
/** Name of an input -> its values. */
type Values = Readonly<Record<string, readonly string[]>>;

interface Kept {
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly values: Values;
}

/** Fills in what this browser has kept of the form, and keeps what is entered from now on. */
export function keepAnswers(form: HTMLFormElement): void {
  removeExpired();
  const { kept, keptClear } = form.dataset;
  if (kept === undefined) return;
  let isCleared = false;
  const save = () => {
    if (!isCleared) store({ ...read(), ...enteredIn(form) });
  };
  if (restore(form, read()) && form.querySelector('[value="back"]') === null) {
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

/** Of the form that the page belongs to. */
export function forgetAnswers(): void {
  try {
    localStorage.removeItem(key());
  } catch {
    // Where browsers forbid it, nothing was kept.
  }
}

/** The same on all pages of a form. */
function key(): string {
  return PREFIX + location.pathname.split("/").slice(0, 3).join("/");
}

/** A tick is a consent only to what its reader has just read; files, signatures and passwords are never kept. */
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
  return input.type === "radio" || input.type === "checkbox";
}

function entered(input: Input): string {
  return isBox(input) && !input.checked ? "" : input.value;
}

/** Also of the inputs without a value, which replace what was kept of them. */
function enteredIn(form: HTMLFormElement): Values {
  const values: Record<string, string[]> = {};
  for (const inputs of groupInputs(form).values())
    for (const input of inputs) {
      values[input.name] ??= [];
      if (entered(input) !== "") values[input.name]!.push(input.value);
    }
  return values;
}

/** Fills in the questions that have no answer. Returns whether there were any. */
function restore(form: HTMLFormElement, values: Values): boolean {
  let isRestored = false;
  for (const inputs of groupInputs(form).values()) {
    if (inputs.some((input) => entered(input) !== "")) continue;
    for (const input of inputs) {
      const [first] = values[input.name] ?? [];
      if (first === undefined || input.disabled) continue;
      if (isBox(input)) input.checked = values[input.name]!.includes(input.value);
      else input.value = first;
      isRestored ||= entered(input) !== "";
    }
  }
  return isRestored;
}

function read(): Values {
  try {
    const kept = JSON.parse(localStorage.getItem(key()) ?? "null") as Kept | null;
    return kept?.values ?? {};
  } catch {
    return {};
  }
}

function store(values: Values): void {
  const answered = Object.entries(values).filter(([, list]) => list.length > 0);
  if (answered.length === 0) {
    forgetAnswers();
    return;
  }
  try {
    const kept: Kept = { until: Date.now() + LIFETIME_MS, values: Object.fromEntries(answered) };
    localStorage.setItem(key(), JSON.stringify(kept));
  } catch {
    // Browsers may forbid it, or have no space left.
  }
}

function removeExpired(): void {
  try {
    for (const name of Object.keys(localStorage).filter((each) => each.startsWith(PREFIX))) {
      const { until } = JSON.parse(localStorage.getItem(name) ?? "{}") as Partial<Kept>;
      if (!(until && until > Date.now())) localStorage.removeItem(name);
    }
  } catch {
    // As above.
  }
}

function notice(text: string, label: string, clear: () => void): HTMLElement {
  const element = Object.assign(document.createElement("div"), { className: "notice", role: "status" });
  const button = Object.assign(document.createElement("button"), {
    type: "button",
    className: "link",
    textContent: label,
  });
  button.addEventListener("click", clear);
  const line = document.createElement("p");
  line.textContent = text;
  element.append(line, button);
  return element;
}
