import { create } from "../create.ts";

/** Adds buttons that clear the choice of an optional question: users cannot switch off a radio button. */
export function offerClearing(form: HTMLFormElement): void {
  const text = form.dataset.clear ?? "";
  for (const question of form.querySelectorAll<HTMLElement>("fieldset:has(> legend .optional)")) {
    const radios = [...question.querySelectorAll<HTMLInputElement>("[type=radio]")];
    if (radios.length > 0) addButton(question, radios, text);
  }
}

function addButton(question: HTMLElement, radios: readonly HTMLInputElement[], text: string): void {
  const button = create("button", { type: "button", className: "link", textContent: text });
  const show = () => {
    button.hidden = !radios.some(({ checked }) => checked);
  };
  button.addEventListener("click", () => {
    for (const radio of radios) radio.checked = false;
    radios[0]?.focus();
    radios[0]?.dispatchEvent(new Event("input", { bubbles: true }));
  });
  question.addEventListener("input", show);
  question.append(button);
  show();
}
