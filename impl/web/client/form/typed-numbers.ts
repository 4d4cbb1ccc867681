/** Reads numbers of questions. The first typed one loads the script that reads them; without it, the service alone checks them. */
import type { Question } from "./fields.ts";

type Reader = typeof import("../on-demand/typed-numbers.ts");

const TYPED = ".number";
/** Null: it could not be loaded. */
let reader: Reader | null | undefined;
let loading: Promise<void> | undefined;

/** Loads the reader with the first number that is typed or that the page already has. */
export function readTypedNumbers(form: HTMLFormElement): void {
  form.addEventListener("focusin", ({ target }) => (target as Element).matches(TYPED) && load(form));
  form.addEventListener("input", () => reader?.showReadings(form));
  void whenReadable(form);
}

function load(form: HTMLFormElement): Promise<void> {
  loading ??= import("../on-demand/typed-numbers.ts").then(
    (loaded) => {
      reader = loaded;
      form.dispatchEvent(new Event("input"));
    },
    () => {
      reader = null;
    },
  );
  return loading;
}

/** Returns when the numbers of the page can be read, or never will be; undefined: they can, or there is none. */
export function whenReadable(form: HTMLFormElement): Promise<void> | undefined {
  const inputs = [...form.querySelectorAll<HTMLInputElement>(TYPED)];
  return reader === undefined && inputs.some(({ value }) => value) ? load(form) : undefined;
}

/** Returns the number of a text: NaN if it is none, undefined if it cannot be read yet. Values of buttons are as in code. */
export function toNumber({ element }: Question, text: string): number | undefined {
  return element.querySelector(TYPED) ? reader?.read(element, text) : Number(text);
}

/** Returns the message about a text that can be two numbers; undefined: it is one at most. */
export function askWhich({ element }: Question, text: string, message: string): string | undefined {
  return reader?.askWhich(element, text, message);
}
