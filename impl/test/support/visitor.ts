/** A page as somebody without scripts meets it. */
export interface Page {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

/** The entries of a form: a name may have several values, and files. */
export type Entries = Readonly<Record<string, string | File | readonly (string | File)[]>>;

export async function visit(url: string, headers: Record<string, string> = {}): Promise<Page> {
  return toPage(await fetch(url, { headers }));
}

/**
 * Sends the form of a page like a browser: with its current values, and the given entries. @param which the number of the form
 * on the page @param redirect whether to follow a redirection to the next page
 */
export async function sendForm(
  page: Page,
  entries: Entries,
  which = 0,
  redirect: RequestRedirect = "follow",
): Promise<Page> {
  const { address, body } = filledIn(page, entries, which);
  return toPage(
    await fetch(address, { method: "POST", body, redirect, headers: { Origin: address.origin } }),
  );
}

/** Returns the data that a browser sends for a form, and the address. @param which the number of the form on the page */
export function filledIn(
  page: Pick<Page, "html" | "url">,
  entries: Entries,
  which = 0,
): { readonly address: URL; readonly body: FormData } {
  const form = [...page.html.matchAll(/<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)][which];
  if (form === undefined) throw new Error(`No form on ${page.url}: ${page.html}`);
  const [, action = "", content = ""] = form;
  const body = new FormData();
  for (const [input] of content.matchAll(/<input[^>]*>/g)) {
    const name = attribute(input, "name");
    if (name === undefined || Object.hasOwn(entries, name) || !keeps(input)) continue;
    body.append(name, attribute(input, "value") ?? "");
  }
  for (const [, name = "", text = ""] of content.matchAll(
    /<textarea[^>]*name="([^"]*)"[^>]*>(.*?)<\/textarea>/gs,
  ))
    if (!Object.hasOwn(entries, name)) body.append(name, unescapeHtml(text));
  for (const [name, value] of Object.entries(entries))
    for (const one of [value].flat() as (string | File)[]) body.append(name, one);
  return { address: new URL(unescapeHtml(action), page.url), body };
}

function keeps(input: string): boolean {
  const type = attribute(input, "type");
  if (type === "file") return false;
  return (type !== "radio" && type !== "checkbox") || / checked\b/.test(input);
}

function attribute(tag: string, name: string): string | undefined {
  const [, value] = new RegExp(` ${name}="([^"]*)"`).exec(tag) ?? [];
  return value === undefined ? undefined : unescapeHtml(value);
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&",
};

function unescapeHtml(text: string): string {
  return text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity]!);
}

export async function toPage(response: Response): Promise<Page> {
  const { url, status, headers } = response;
  return { url, status, headers, html: await response.text() };
}
