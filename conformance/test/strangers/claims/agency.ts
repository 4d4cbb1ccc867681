/** The files of one agency. All agencies share the numbers of the insurer. */
import { isDeepStrictEqual } from "node:util";
import { breaks } from "./breaks.ts";
import { now } from "./keys.ts";
import type { Claim, ClaimDocument, Customer, Payment, Policy } from "./records.ts";
import { Refusal } from "./refusal.ts";

interface EarlierRequest {
  readonly input: object;
  readonly result: object;
}

export class Agency {
  readonly customers = new Map<string, Customer>();
  readonly policies = new Map<string, Policy>();
  readonly claims = new Map<string, Claim>();
  readonly documents = new Map<string, ClaimDocument>();
  readonly payments = new Map<number, Payment>();
  readonly #requests = new Map<string, EarlierRequest>();

  customer(id: string): Customer {
    const customer = this.customers.get(id);
    if (customer === undefined)
      throw new Refusal("not_found", `There is no customer ${id}. list_customers shows those of the agency.`);
    return customer;
  }

  policy(number: string): Policy {
    const policy = this.policies.get(number);
    if (policy === undefined)
      throw new Refusal(
        "not_found",
        `There is no policy ${number}. list_policies shows those of the agency.`,
      );
    return policy;
  }

  claim(number: string): Claim {
    const claim = this.claims.get(number);
    if (claim === undefined)
      throw new Refusal("not_found", `There is no claim ${number}. list_claims shows those of the agency.`);
    return claim;
  }

  policiesOf(customerId: string): Policy[] {
    return this.policies
      .values()
      .filter(({ customer_id }) => customer_id === customerId)
      .toArray();
  }

  documentsOf(claimNumber: string): ClaimDocument[] {
    return this.documents
      .values()
      .filter(({ claim_number }) => claim_number === claimNumber)
      .toArray();
  }

  openClaimsOn(policyNumber: string): number {
    const open = ["reported", "assessed", "approved", ...(breaks("reopened-not-open") ? [] : ["reopened"])];
    return this.claims
      .values()
      .filter(({ policy_number, status }) => policy_number === policyNumber && open.includes(status))
      .toArray().length;
  }

  /** Quotes expire when nobody has accepted them in time. */
  expireQuotes(): void {
    for (const policy of this.policies.values())
      if (policy.status === "quoted" && Date.parse(policy.quote_expires_at) <= now())
        policy.status = "expired";
  }

  /** Does what a request asks for. A request that comes again gets the result of the first time. */
  once<Result extends object>(
    tool: string,
    input: { readonly request_id?: string },
    perform: () => Result,
  ): Result {
    const { request_id } = input;
    if (request_id === undefined) return perform();
    const key = `${tool} ${request_id}`;
    const earlier = this.#requests.get(key);
    if (earlier === undefined) {
      const result = perform();
      this.#requests.set(key, { input, result });
      return result;
    }
    if (!isDeepStrictEqual(earlier.input, input) && !breaks("request-id-alone"))
      throw new Refusal(
        "request_reused",
        `The request id ${request_id} came with other arguments before. Choose a new one.`,
      );
    return earlier.result as Result;
  }
}

const agencies = new Map<string, Agency>();

export function agencyOf(name: string): Agency {
  const agency = agencies.get(name) ?? new Agency();
  agencies.set(name, agency);
  return agency;
}

export const everyAgency = (): Agency[] => [...agencies.values()];

const counters = new Map<string, number>();

function countUp(name: string, first = 1): number {
  const number = counters.get(name) ?? first;
  counters.set(name, number + 1);
  return number;
}

/** The next number of a letter in this year, such as `P-2026-00017`. */
export function nextNumber(letter: "P" | "C"): string {
  const series = `${letter}-${new Date(now()).getUTCFullYear()}`;
  return `${series}-${String(countUp(series)).padStart(5, "0")}`;
}

export const nextPaymentNumber = (): number => countUp("payments", 100_001);
