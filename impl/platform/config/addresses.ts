/** Parses addresses of mail servers, people and pages in the configuration. */

/** Parses a text; returns the value or the problem. */
export type Parse<T> = (text: string) => { readonly value: T } | { readonly wrong: string };

export const parseMailUrl: Parse<string> = (text) => {
  const url = URL.parse(text);
  return url && /^smtps?:$/.test(url.protocol) && url.hostname !== ""
    ? { value: text }
    : { wrong: "which is not an smtp:// or smtps:// address" };
};

export const parseMailFrom: Parse<string> = (text) =>
  /^([^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(text)
    ? { value: text }
    : { wrong: "which is not a mail address, with or without a name" };

export const parseContact: Parse<string> = (text) =>
  /^[^<>@\s]+@[^<>@\s]+$/.test(text) || /^https?:$/.test(URL.parse(text)?.protocol ?? "")
    ? { value: text }
    : { wrong: "which is neither a mail address nor the http:// or https:// address of a page" };

export const parsePageAddress: Parse<string> = (text) =>
  /^https?:$/.test(URL.parse(text)?.protocol ?? "")
    ? { value: text }
    : { wrong: "which is not the http:// or https:// address of a page" };
