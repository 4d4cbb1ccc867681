/**
 * The texts of mails: buttons insert the mention of an answer at the caret, and the preview follows what is typed. Without this
 * script, the lists say what to type, and a button of the form shows the preview.
 */

/** The time between the last letter and the request. */
const DELAY_MS = 400;

const form = document.querySelector<HTMLFormElement>("form.mail-texts")!;
let timer: ReturnType<typeof setTimeout> | undefined;
let request = new AbortController();

const inputs = form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("[name=subject], [name=text]");
/** The input that had the focus last: at first the subject. */
let current = inputs[0]!;

for (const input of inputs) {
  // Until the user moves it, the caret is behind the text.
  input.setSelectionRange(input.value.length, input.value.length);
  input.addEventListener("focus", () => {
    current = input;
  });
}
for (const entry of form.querySelectorAll<HTMLElement>(".mentions li")) makeButton(entry);

form.querySelector<HTMLButtonElement>("[value=preview]")!.hidden = true;
form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(() => void preview(), DELAY_MS);
});

function makeButton(entry: HTMLElement): void {
  const [name, mention] = [entry.querySelector("span"), entry.querySelector("code")].map(
    (part) => part?.textContent ?? "",
  );
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = name!;
  button.addEventListener("click", () => insert(current, mention!));
  entry.replaceChildren(button);
}

/** Inserts a mention at the caret of an input, in place of the selected text. */
function insert(input: HTMLInputElement | HTMLTextAreaElement, mention: string): void {
  const [from, to] = [input.selectionStart ?? 0, input.selectionEnd ?? 0];
  const isTooLong = input.value.length - (to - from) + mention.length > input.maxLength;
  input.focus();
  if (isTooLong) return;
  input.setRangeText(mention, from, to, "end");
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Shows the preview that the page has after its button. The old one stays if there is none, such as without a connection. */
async function preview(): Promise<void> {
  request.abort();
  request = new AbortController();
  const body = new FormData(form);
  body.set("action", "preview");
  try {
    const fields = new URLSearchParams([...body].map(([name, value]) => [name, String(value)]));
    const answer = await fetch(form.getAttribute("action")!, {
      method: "POST",
      body: fields,
      signal: request.signal,
    });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("mail-preview");
    if (fresh) document.getElementById("mail-preview")?.replaceChildren(...fresh.childNodes);
  } catch {
    // A newer request replaces this one, or the next letter tries again.
  }
}

export {};
