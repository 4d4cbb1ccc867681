/** Keeps what was written and not sent yet while the page is loaded in another language. */

const KEY = `drafts ${location.pathname}`;

/** The browser tab keeps the texts until the next page has taken them. */
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
    // Browsers may forbid it. Then the page begins with what was sent.
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
