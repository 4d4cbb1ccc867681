/** The tools for customers and policies. */
import { createCustomer, deleteCustomer, updateCustomer } from "./customers.ts";
import { ascending, has, type Paging, pageOf } from "./lists.ts";
import { acceptQuote, cancelPolicy, createQuote, lapsePolicy, renewPolicy } from "./policies.ts";
import type { Customer, Policy, Terms } from "./records.ts";
import { nameList, type Tool, tool, type Work } from "./tool.ts";
import { showCustomer, showPolicy, showPolicyRow } from "./views.ts";

interface CustomerInput {
  readonly name: string;
  readonly email?: string;
  readonly city: string;
  readonly iban?: string;
}

interface CustomerFilters extends Paging {
  readonly search?: string;
  readonly sort: "name" | "newest";
}

interface PolicyFilters extends Paging {
  readonly customer_id?: string;
  readonly status?: string;
  readonly kind?: string;
  readonly starts_from?: string;
  readonly starts_until?: string;
  readonly search?: string;
}

interface QuoteInput extends Terms {
  readonly customer_id: string;
  readonly cover_from: string;
  readonly cover_until: string;
}

type ById = { readonly customer_id: string };
type ByNumber = { readonly policy_number: string };
type CustomerChange = ById & Partial<CustomerInput> & { readonly expected_revision?: number };

const names = new Intl.Collator("en");

function listCustomers({ limit, cursor, ...filters }: CustomerFilters, work: Work): object {
  const { agency, caller } = work;
  const isByName = filters.sort === "name";
  const { rows, total, next } = pageOf({
    name: nameList("list_customers", filters, work),
    rows: agency.customers.values(),
    paging: { limit, ...(cursor !== undefined && { cursor }) },
    descending: !isByName,
    compare: isByName ? names.compare : ascending<string>,
    keyOf: (customer: Customer) => (isByName ? customer.name : customer.created_at),
    idOf: ({ customer_id }) => customer_id,
    fits: ({ name, city }) => has(name, filters.search) || has(city, filters.search),
  });
  return { customers: rows.map((customer) => showCustomer(customer, agency, caller)), total, ...next };
}

function listPolicies({ limit, cursor, ...filters }: PolicyFilters, work: Work): object {
  const { agency } = work;
  const { customer_id, status, kind, starts_from, starts_until, search } = filters;
  if (customer_id !== undefined) agency.customer(customer_id);
  const { rows, total, next } = pageOf({
    name: nameList("list_policies", filters, work),
    rows: agency.policies.values(),
    paging: { limit, ...(cursor !== undefined && { cursor }) },
    descending: true,
    compare: ascending<string>,
    keyOf: ({ created_at }: Policy) => created_at,
    idOf: ({ policy_number }) => policy_number,
    fits: (policy) =>
      (customer_id === undefined || policy.customer_id === customer_id) &&
      (status === undefined || policy.status === status) &&
      (kind === undefined || policy.terms.kind === kind) &&
      (starts_from === undefined || policy.cover_from >= starts_from) &&
      (starts_until === undefined || policy.cover_from <= starts_until) &&
      has(policy.terms.insured_object, search),
  });
  return { policies: rows.map((policy) => showPolicyRow(policy, agency)), total, ...next };
}

function quote({ customer_id, cover_from, cover_until, ...terms }: QuoteInput, { agency }: Work): object {
  return showPolicy(createQuote(agency, { customer_id, cover_from, cover_until, terms }), agency);
}

export const policyTools: Readonly<Record<string, Tool>> = {
  create_customer: tool("office:write", (input: CustomerInput, { agency, caller }) =>
    showCustomer(createCustomer(agency, input), agency, caller),
  ),
  get_customer: tool("office:read", ({ customer_id }: ById, { agency, caller }) =>
    showCustomer(agency.customer(customer_id), agency, caller),
  ),
  list_customers: tool("office:read", listCustomers),
  update_customer: tool(
    "office:write",
    ({ customer_id, expected_revision, ...change }: CustomerChange, { agency, caller }) =>
      showCustomer(updateCustomer(agency, customer_id, change, expected_revision), agency, caller),
  ),
  delete_customer: tool("office:write", ({ customer_id }: ById, { agency }) => {
    deleteCustomer(agency, customer_id);
    return { customer_id, deleted: true };
  }),
  create_quote: tool("office:write", quote),
  get_policy: tool("office:read", ({ policy_number }: ByNumber, { agency }) =>
    showPolicy(agency.policy(policy_number), agency),
  ),
  list_policies: tool("office:read", listPolicies),
  accept_quote: tool("office:write", ({ policy_number }: ByNumber, { agency }) =>
    showPolicy(acceptQuote(agency, policy_number), agency),
  ),
  lapse_policy: tool("office:write", ({ policy_number }: ByNumber, { agency }) =>
    showPolicy(lapsePolicy(agency, policy_number), agency),
  ),
  cancel_policy: tool("office:write", ({ policy_number }: ByNumber, { agency }) =>
    showPolicy(cancelPolicy(agency, policy_number), agency),
  ),
  renew_policy: tool("office:write", ({ policy_number }: ByNumber, { agency }) =>
    showPolicy(renewPolicy(agency, policy_number), agency),
  ),
};
