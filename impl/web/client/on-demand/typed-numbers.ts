/** Reads typed numbers, and shows below each how it is read. */
import {
  describeReading,
  findTwoNumbers,
  type NumberNotation,
  readNumber,
  writeUnmistakably,
} from "../../../forms/fields/parts/read-number.ts";

/** Returns the number of a question; NaN: the text is none, undefined: it is empty. */
export function read(element: HTMLElement, text: string): number | undefined {
  return readNumber(text, notationOf(element));
}

/** Returns the message of a text that can be two numbers; undefined: it is one at most. */
export function askWhich(element: HTMLElement, text: string, message: string): string | undefined {
  const notation = notationOf(element);
  const [low, high] = findTwoNumbers(text, notation) ?? [];
  if (low === undefined || high === undefined) return undefined;
  return message
    .replace("{low}", writeUnmistakably(low, notation))
    .replace("{high}", writeUnmistakably(high, notation));
}

export function showReadings(form: HTMLFormElement): void {
  for (const output of form.querySelectorAll<HTMLElement>(".as-read")) {
    const element = output.closest<HTMLElement>("[data-field]");
    const input = element?.querySelector<HTMLInputElement>(".number");
    if (element && input) output.textContent = describeReading(input.value, notationOf(element), output.lang);
  }
}

function notationOf(element: HTMLElement): NumberNotation {
  const output = element.querySelector<HTMLElement>(".as-read");
  return { language: document.documentElement.lang, units: JSON.parse(output?.dataset.units ?? "[]") };
}
