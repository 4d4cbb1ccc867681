/** Reads what files and mail addresses a field takes: "PDF only", "jpg or png", "only @acme.com addresses". */
import { readFileSync } from "node:fs";
import type { FileExtension } from "../../../../../generated/types.ts";
import { keyAt } from "../../reading/keys.ts";
import type { Prompt } from "../../reading/prompt.ts";
import type { Reader, Text } from "./reader.ts";

export const IMAGES: readonly FileExtension[] = ["jpg", "jpeg", "png", "webp", "heic"];

/** File extensions by the words for them. A test checks that the file has this form. */
const FORMATS: Readonly<Record<string, readonly FileExtension[]>> = readFormatNames();

function readFormatNames(): Record<string, FileExtension[]> {
  return JSON.parse(readFileSync(new URL("../formats.json", import.meta.url), "utf8"));
}

/** "PDF", "only jpg or png", "PDF, DOC and DOCX files only", "one jpg" */
export const readFormats: Reader = ({ prompt, lexicon }, from, limit) => {
  const accept: FileExtension[] = [];
  let at = keyAt(prompt, from, limit, "fileOnly")?.to ?? from;
  let to = from;
  while (at < limit) {
    const dotted = prompt.isMark(at, ".") ? at + 1 : at;
    const formats = Object.hasOwn(FORMATS, prompt.key(dotted)) ? FORMATS[prompt.key(dotted)] : undefined;
    if (!formats) break;
    accept.push(...formats);
    to = dotted + 1;
    at = prompt.isMark(to, ",/+&") ? to + 1 : to;
    at = lexicon.table("or", "and").at(prompt.tokens, at, limit)?.to ?? at;
  }
  if (accept.length === 0) return undefined;
  for (let word = keyAt(prompt, to, limit, "fileOnly"); word; word = keyAt(prompt, to, limit, "fileOnly"))
    to = word.to;
  return { to, says: { accept: [...new Set(accept)] } };
};

/** "only @acme.com addresses", "must not be gmail.com" */
export const readDomains: Reader = (text, from, limit) => {
  const { prompt, lexicon } = text;
  const { tokens } = prompt;
  const no = lexicon.table("doNotAllow", "mustNotBe", "notSo", "negations").at(tokens, from, limit);
  const only = no ? undefined : lexicon.table("only", "allow").at(tokens, from, limit);
  let at = no?.to ?? only?.to ?? from;
  at = lexicon.table("emails").at(tokens, at, limit)?.to ?? at;
  const found = domainsAt(text, at, limit);
  if (found.domains.length === 0) return undefined;
  const to = lexicon.table("emails").at(tokens, found.to, limit)?.to ?? found.to;
  return { to, says: no ? { blockedDomains: found.domains } : { allowedDomains: found.domains } };
};

function domainsAt(
  { prompt, lexicon }: Text,
  from: number,
  limit: number,
): { domains: string[]; to: number } {
  const domains: string[] = [];
  let [at, to] = [from, from];
  while (at < limit) {
    const found = domainAt(prompt, at, limit);
    if (!found) break;
    domains.push(found.domain);
    to = found.to;
    at = prompt.isMark(to, ",/") ? to + 1 : to;
    at = lexicon.table("or", "and").at(prompt.tokens, at, limit)?.to ?? at;
  }
  return { domains, to };
}

/** "@acme.com", or "acme.com" without a blank in it. */
function domainAt(prompt: Prompt, at: number, limit: number): { domain: string; to: number } | undefined {
  const token = prompt.tokens[at];
  if (token?.kind === "address" && token.text.startsWith("@"))
    return { domain: token.text.slice(1).toLowerCase(), to: at + 1 };
  let to = at + 1;
  while (
    to + 1 < limit &&
    prompt.isMark(to, ".-") &&
    prompt.tokens[to + 1]?.isSpaced === false &&
    prompt.isWord(to + 1)
  )
    to += 2;
  const domain = prompt.textOf({ from: at, to }).toLowerCase();
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,8}$/.test(domain) ? { domain, to } : undefined;
}
