/** Reads numbers of questions. The first typed one loads the script that reads them; without it, the service alone checks them. */
import type { Question } from "./fields.ts";

/** The script that reads them. */
interface Reader {
  read(element: HTMLElement, text: string): number | undefined;
  askWhich(element: HTMLElement, text: string, message: string): string | undefined;
  showReadings(form: HTMLFormElement): void;
}

const TYPED = ".number";
/** Null: it could not be loaded. */
let reader: Reader | null | undefined;
let loading: Promise<void> | undefined;
let importReader: () => Promise<Reader>;

/** Loads the reader with the first number that is typed or that the page already has. */
export function readTypedNumbers(form: HTMLFormElement, loader: () => Promise<Reader>): void {
  importReader = loader;
  form.addEventListener("focusin", ({ target }) => (target as Element).matches(TYPED) && load(form));
  form.addEventListener("input", () => reader?.showReadings(form));
  void whenReadable(form);
}

function load(form: HTMLFormElement): Promise<void> {
  loading ??= importReader().then(
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
