/** Times of a form in inputs of the browser, which are in the browser's time zone. */

/** Formats a time for an input of type `datetime-local`. */
export function localTime(iso: string | undefined): string {
  if (iso === undefined) return "";
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Reads such an input. */
export function fromLocalTime(text: string): string {
  return new Date(text).toISOString();
}

/** The name of the browser's time zone. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll("_", " ");
}
