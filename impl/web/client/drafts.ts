/** Keeps unsent texts while the page is loaded in another language. */

const KEY = `drafts ${location.pathname}`;

/** Stores the texts in the browser tab until the next page has restored them. */
export function keepDrafts(): void {
  for (const link of document.querySelectorAll(".languages a")) link.addEventListener("click", store);
  restore();
}

function inputs(): (HTMLInputElement | HTMLTextAreaElement)[] {
  return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(".task .input[name=answer]")];
}

function store(): void {
  const drafts = inputs().map(({ id, value }) => [id, value]);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(drafts));
  } catch {
    // The browser may forbid storage. Then the page begins with the last sent texts.
  }
}

function restore(): void {
  try {
    const drafts = new Map<string, string>(JSON.parse(sessionStorage.getItem(KEY) ?? "[]"));
    sessionStorage.removeItem(KEY);
    for (const input of inputs()) if (!input.readOnly) input.value = drafts.get(input.id) ?? input.value;
  } catch {
    // As above.
  }
}
