/** The addresses that a link may lead to, and which links must show them. */

/** A user's name before the host would read as the host. Backslashes and invisible characters are read differently by each reader. */
const WEB = /^https?:\/\/(?!\/)[^\s\\@{}<>"'`\p{C}\p{Z}]+$/u;
/** Only the subject can be given: a body or a further address could send what the respondent does not see. */
const MAIL = /^mailto:([\w.+-]+@[\w-]+(?:\.[\w-]+)+)(?:\?subject=[\w.~%+-]*)?$/;

/** The address as a browser reads it; undefined: no link is made of it. */
export function readAddress(written: string): string | undefined {
  if (MAIL.test(written)) return written;
  if (!WEB.test(written)) return undefined;
  const url = URL.parse(written);
  // The pattern ignores no case, so the scheme is the one that was written.
  return url?.host.includes(".") ? url.href : undefined;
}

/** A dot between letters, as in an address. */
const DOT = /[\p{L}\p{N}]\.[\p{L}\p{N}]{2}/u;
/** Invisible characters and those that turn the order of others around. */
const INVISIBLE = /\p{C}/u;

/**
 * The real target of a link whose words could be read as another address; undefined: they cannot. Words with an answer
 * count as such, because a link to the form can fill it in.
 */
export function shownTarget(words: string, address: string): string | undefined {
  const mail = MAIL.exec(address)?.[1];
  const target = mail ?? URL.parse(address)?.host ?? address;
  if (words.trim() === mail) return undefined;
  if (INVISIBLE.test(words) || words.includes("{{")) return target;
  const plain = words.normalize("NFKC").replaceAll("。", ".");
  const hosts = plain.split(/[\s/@?#]+/).filter((part) => DOT.test(part));
  if (hosts.length === 0 && !/:\/\/|@/.test(plain)) return undefined;
  const isSame = hosts.length > 0 && hosts.every((host) => comparable(host) === comparable(target));
  return isSame && !plain.includes("@") ? undefined : target;
}

function comparable(host: string): string {
  return host
    .toLowerCase()
    .replace(/^www\./, "")
    .replace(/[.,;:!]$/, "");
}
