/** Checks addresses and keys of the services that we call: models, and stores of files. */

/** Without user, query and fragment. */
export function isEndpoint(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    [url.username, url.password, url.search, url.hash].every((part) => part === "")
  );
}

/** Whether a header can carry it. */
export function isHeaderText(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}
