/** Checks email addresses, phone numbers and web addresses. */
import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { limits } from "../../../generated/limits.ts";
import type { EmailField, Language, PhoneField, UrlField } from "../../../generated/types.ts";
import { normaliseEmail } from "../../accounts/accounts.ts";
import { type Checked, problem } from "../problem.ts";
import { phoneCountry } from "./phone-country.ts";
import { cleanText } from "./text.ts";

export function checkEmail({ validation }: EmailField, input: unknown): Checked<string> {
  if (typeof input !== "string") return problem("invalid");
  if (input.trim() === "") return undefined;
  const answer = normaliseEmail(input);
  if (answer === undefined) return problem("email");
  const { allowed_domains: allowed, blocked_domains: blocked } = validation ?? {};
  const domain = answer.slice(answer.lastIndexOf("@") + 1);
  if (allowed && !hasDomain(allowed, domain)) return { problem: { code: "email_domain", domains: allowed } };
  if (blocked && hasDomain(blocked, domain))
    return { problem: { code: "email_domain_blocked", domains: [domain] } };
  return { answer };
}

function hasDomain(domains: readonly string[], domain: string): boolean {
  return domains.some((listed) => listed.toLowerCase() === domain);
}

/**
 * Accepts every number that is possible in its country, because tables of numbers in use are soon outdated. The
 * answer is in E.164 format.
 * @param language the default language of the form
 */
export function checkPhone(field: PhoneField, input: unknown, language: Language): Checked<string> {
  if (typeof input !== "string") return problem("invalid");
  const text = cleanText(input, "one");
  if (text === "") return undefined;
  const country = phoneCountry(field, language);
  const number = country
    ? parsePhoneNumberFromString(text, { extract: false, defaultCountry: country })
    : parsePhoneNumberFromString(text.replace(INTERNATIONAL, "+"), { extract: false });
  return number?.isPossible() && number.ext === undefined ? { answer: number.number } : problem("phone");
}

/** The international prefix in nearly all of Europe. */
const INTERNATIONAL = /^00(?=\d)/;

/** Without a scheme, https is assumed. */
export function checkUrl(_field: UrlField, input: unknown): Checked<string> {
  if (typeof input !== "string") return problem("invalid");
  const text = cleanText(input, "one");
  if (text === "") return undefined;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`);
  const isWebAddress =
    url !== null && /^https?:$/.test(url.protocol) && /^[^.\s]+(\.[^.\s]+)+$/.test(url.hostname);
  if (!isWebAddress || url.username !== "" || url.password !== "") return problem("url");
  if (url.href.length > limits.answer_length.max)
    return { problem: { code: "max_length", count: limits.answer_length.max } };
  return { answer: url.href };
}
