/** Checks addresses and keys of the services that we call: models, and stores of files. */

/** A mistake in a setting: the variable, the problem, an example of a valid value. */
export type Mistake = readonly [name: string, problem: string, example: string];

/** Tells whether a text is the URL of an endpoint, without user, query and fragment. */
export function isEndpoint(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    [url.username, url.password, url.search, url.hash].every((part) => part === "")
  );
}

/** Whether a header can carry it. */
function isHeaderText(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/** Returns the mistakes in the address and the key of a model; `prefix` is the beginning of their variables. */
export function endpointMistakes(
  prefix: string,
  baseUrl: string | undefined,
  apiKey: string | undefined,
  example: string,
): Mistake[] {
  return [
    // The address may have a password in it, so it is not repeated.
    ...mistakeIf(baseUrl !== undefined && !isEndpoint(baseUrl), [
      `${prefix}BASE_URL`,
      "is not an http:// or https:// address without user, query and fragment",
      example,
    ]),
    ...mistakeIf(apiKey !== undefined && !isHeaderText(apiKey), [
      `${prefix}API_KEY`,
      "is set to something that no header can carry: only visible ASCII characters are allowed",
      "sk-...",
    ]),
  ];
}

export function mistakeIf(isWrong: boolean, mistake: Mistake): Mistake[] {
  return isWrong ? [mistake] : [];
}
