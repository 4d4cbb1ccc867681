/** Completes words in an input. Users choose an option below it with arrow keys and Enter, or the pointer. */

export interface Option {
  readonly text: string;
  readonly label: string;
}

/** The options, and the part of the text that they replace. */
export interface Completion {
  readonly from: number;
  readonly to: number;
  readonly options: readonly Option[];
}

/** @param isAsked whether the user pressed the button or Ctrl and Space: then options are offered without a first letter, too */
export type Complete = (text: string, caret: number, isAsked: boolean) => Completion | undefined;

type Box = HTMLElement &
  Pick<HTMLTextAreaElement, "value" | "selectionStart" | "setRangeText" | "setSelectionRange">;

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Adds the list of options after the box, and a button that opens it: a listbox that the box controls (WAI-ARIA). */
export function completeIn(box: Box, complete: Complete, label: string): void {
  const { list, button } = createParts(box, label);
  let shown: Completion | undefined;
  let active = 0;

  button.addEventListener("click", ask);
  list.addEventListener("click", (event) => {
    // The list may be inside the label of another input.
    event.preventDefault();
    const at = [...list.children].findIndex((option) => option.contains(event.target as Node));
    take(shown, shown?.options[at]);
  });
  box.after(button, list);
  box.setAttribute("aria-autocomplete", "list");
  box.setAttribute("aria-controls", list.id);
  box.addEventListener("input", () => show(complete(box.value, box.selectionStart, false)));
  box.addEventListener("click", () => show(undefined));
  box.addEventListener("blur", () => show(undefined));
  box.addEventListener("keydown", (event) => {
    if (!onKey(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  show(undefined);

  function show(completion: Completion | undefined, at = 0): void {
    shown = completion;
    active = at;
    const options = completion?.options ?? [];
    list.hidden = options.length === 0;
    list.replaceChildren(...options.map((option, at) => optionElement(list, option, at, at === active)));
    const id = list.children[active]?.id;
    if (id === undefined) box.removeAttribute("aria-activedescendant");
    else box.setAttribute("aria-activedescendant", id);
    list.children[active]?.scrollIntoView({ block: "nearest" });
  }

  /** Handles a key. @returns whether the key was for the list */
  function onKey({ key, ctrlKey, isComposing }: KeyboardEvent): boolean {
    if (key === " " && ctrlKey) ask();
    else if (shown === undefined || isComposing) return false;
    else if (key === "Enter") take(shown, shown.options[active]);
    else if (key === "Escape") show(undefined);
    else return step(shown, STEPS[key] ?? 0);
    return true;
  }

  function step(completion: Completion, by: number): boolean {
    const { length } = completion.options;
    if (by !== 0) show(completion, (active + by + length) % length);
    return by !== 0;
  }

  function ask(): void {
    box.focus();
    show(complete(box.value, box.selectionStart, true));
  }

  function take(completion: Completion | undefined, option: Option | undefined): void {
    if (completion === undefined || option === undefined) return;
    const { from, to } = completion;
    const { text } = option;
    box.setRangeText(text, from, to, "end");
    const end = from + text.length - (text.endsWith("()") ? 1 : 0);
    box.setSelectionRange(end, end);
    box.dispatchEvent(new Event("input", { bubbles: true }));
    show(undefined);
  }
}

function createParts(box: Box, label: string) {
  const list = box.ownerDocument.createElement("ul");
  list.id = `${box.id || "writing"}-options`;
  list.role = "listbox";
  list.className = "popup";
  list.ariaLabel = label;
  const button = box.ownerDocument.createElement("button");
  button.type = "button";
  button.className = "completion-open";
  button.textContent = label;
  // Clicks must not move the focus from the box.
  for (const part of [list, button]) part.addEventListener("mousedown", (event) => event.preventDefault());
  return { list, button };
}

function optionElement(list: Element, { text, label }: Option, at: number, isActive: boolean): Element {
  const option = list.ownerDocument.createElement("li");
  option.id = `${list.id}-${at}`;
  option.role = "option";
  option.ariaSelected = String(isActive);
  const code = list.ownerDocument.createElement("code");
  code.textContent = text;
  option.append(code, ` ${label}`);
  return option;
}

/** Lists the options that contain the typed text, matches at the start first; undefined: none, or the text is complete. */
export function matchOptions(
  from: number,
  to: number,
  typed: string,
  options: readonly Option[],
): Completion | undefined {
  const start = typed.toLowerCase();
  const rank = ({ text, label }: Option) => {
    if (text.replace(/^\W+/, "").toLowerCase().startsWith(start)) return 0;
    return label.toLowerCase().includes(start) ? 1 : 2;
  };
  const found = options
    .filter((option) => rank(option) < 2)
    .toSorted((one, other) => rank(one) - rank(other));
  const isWritten = found.length === 1 && found[0]?.text === typed;
  return found.length === 0 || isWritten ? undefined : { from, to, options: found };
}
