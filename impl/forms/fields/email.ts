/** Fields for an email address. */
import type { EmailField } from "../../../generated/types.ts";
import { normaliseEmail } from "../../accounts/email-address.ts";
import { type Checked, problem } from "../answers/problem.ts";
import { textTally } from "../answers/tallies/texts.ts";
import type { QuestionKind } from "./kind.ts";
import { textFilter } from "./parts/filters.ts";
import { lineInput } from "./parts/line-input.ts";
import { oneInput } from "./parts/one-input.ts";

/** An address for mail. */
export const email: QuestionKind<EmailField> = {
  ...oneInput,
  own: { placeholder: true, required: true, validation: true },
  check: checkEmail,
  sample: (_field, address) => address,
  tally: textTally,
  filter: () => textFilter,
  input: (view) => lineInput(view, "email", { autocomplete: "email", inputmode: "email" }),
  rules: ({ validation: { allowed_domains: allowed, blocked_domains: blocked } = {} }, say) => [
    ["email", say({ code: "email" })],
    ...(allowed ? [["domain", true, allowed, say({ code: "email_domain", domains: allowed })] as const] : []),
    ...(blocked
      ? [["domain", false, blocked, say({ code: "email_domain_blocked", domains: ["{domain}"] })] as const]
      : []),
  ],
};

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
