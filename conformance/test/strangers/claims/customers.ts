/** The work with customers. */
import { randomBytes } from "node:crypto";
import type { Agency } from "./agency.ts";
import { breaks } from "./breaks.ts";
import { now } from "./keys.ts";
import type { Customer } from "./records.ts";
import { Refusal } from "./refusal.ts";

type CustomerData = Partial<Pick<Customer, "name" | "email" | "city" | "iban">>;

export function createCustomer(
  agency: Agency,
  data: CustomerData & { readonly name: string; readonly city: string },
): Customer {
  const customer: Customer = {
    ...data,
    customer_id: `cus_${randomBytes(6).toString("hex")}`,
    revision: 1,
    created_at: new Date(now()).toISOString(),
  };
  agency.customers.set(customer.customer_id, customer);
  return customer;
}

export function updateCustomer(agency: Agency, id: string, change: CustomerData, seen?: number): Customer {
  const customer = agency.customer(id);
  if (seen !== undefined && seen !== customer.revision)
    throw new Refusal(
      "revision_conflict",
      `Somebody has changed ${id} since: the revision is ${customer.revision}, not ${seen}. Read the customer again.`,
    );
  Object.assign(customer, change);
  const isJustIban = Object.keys(change).join() === "iban";
  if (!(isJustIban && breaks("iban-without-revision"))) customer.revision += 1;
  return customer;
}

export function deleteCustomer(agency: Agency, id: string): void {
  agency.customer(id);
  const count = agency.policiesOf(id).length;
  if (count > 0)
    throw new Refusal("customer_has_policies", `${id} has or had ${count} policies or quotes and is kept.`);
  agency.customers.delete(id);
}
