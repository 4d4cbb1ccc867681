/** Reads what files and mail addresses a field takes: "PDF only", "jpg or png", "only @acme.com addresses". */
import { readFileSync } from "node:fs";
import type { FileExtension } from "../../../../../generated/types.ts";
import type { Found } from "../../reading/phrases.ts";
import type { Prompt } from "../../reading/prompt.ts";
import type { Reader, Text } from "./reader.ts";

export const IMAGES: readonly FileExtension[] = ["jpg", "jpeg", "png", "webp", "heic"];

/** File extensions by the words for them. A test checks that the file has this form. */
const FORMATS: Readonly<Record<string, readonly FileExtension[]>> = readFormatNames();

function readFormatNames(): Record<string, FileExtension[]> {
  return JSON.parse(readFileSync(new URL("../formats.json", import.meta.url), "utf8"));
}

/** "PDF", "only jpg or png", "PDF, DOC and DOCX files only", "one jpg" */
export const readFormats: Reader = (text, from, limit) => {
  const { prompt } = text;
  const start = prompt.keyAt(from, limit, "fileOnly")?.to ?? from;
  const found = listAt(text, start, limit, formatsAt);
  if (!found) return undefined;
  let { to } = found;
  for (let word = prompt.keyAt(to, limit, "fileOnly"); word; word = prompt.keyAt(to, limit, "fileOnly"))
    to = word.to;
  return { to, says: { accept: [...new Set(found.value.flat())] } };
};

/** "jpg", ".docx" */
function formatsAt(prompt: Prompt, from: number): Found<readonly FileExtension[]> | undefined {
  const at = prompt.isMark(from, ".") ? from + 1 : from;
  const value = Object.hasOwn(FORMATS, prompt.key(at)) ? FORMATS[prompt.key(at)] : undefined;
  return value && { value, from, to: at + 1 };
}

/** "only @acme.com addresses", "must not be gmail.com" */
export const readDomains: Reader = (text, from, limit) => {
  const { prompt, lexicon } = text;
  const { tokens } = prompt;
  const no = lexicon.table("doNotAllow", "mustNotBe", "notSo", "negations").at(tokens, from, limit);
  const lead = no ?? lexicon.table("only", "allow").at(tokens, from, limit);
  const start = lead?.to ?? from;
  const found = listAt(text, lexicon.table("emails").at(tokens, start, limit)?.to ?? start, limit, domainAt);
  if (!found) return undefined;
  const to = lexicon.table("emails").at(tokens, found.to, limit)?.to ?? found.to;
  return { to, says: no ? { blockedDomains: found.value } : { allowedDomains: found.value } };
};

/** "@acme.com" */
function domainAt({ tokens }: Prompt, from: number): Found<string> | undefined {
  const { kind, text = "" } = tokens[from] ?? {};
  const isDomain = kind === "address" && text.startsWith("@");
  return isDomain ? { value: text.slice(1).toLowerCase(), from, to: from + 1 } : undefined;
}

/** One or several of what a reader finds, with commas or "or" between. */
function listAt<Value>(
  { prompt, lexicon }: Text,
  from: number,
  limit: number,
  read: (prompt: Prompt, at: number) => Found<Value> | undefined,
): Found<Value[]> | undefined {
  const value: Value[] = [];
  let [at, to] = [from, from];
  for (let found = read(prompt, at); found && found.to <= limit; found = read(prompt, at)) {
    value.push(found.value);
    to = found.to;
    at = prompt.isMark(to, ",/+&") ? to + 1 : to;
    at = lexicon.table("or", "and").at(prompt.tokens, at, limit)?.to ?? at;
  }
  return value.length > 0 ? { value, from, to } : undefined;
}
