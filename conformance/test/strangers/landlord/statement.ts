/** The statement of a lease for its tenant, as Markdown. */
import { isBroken } from "./breaks.ts";
import { duesOf } from "./leases.ts";
import { amountOf } from "./money.ts";
import type { Office } from "./office.ts";
import { balanceOf } from "./payments.ts";
import type { Lease } from "./records.ts";

const everyOffice: Office[] = [];

export function openOffice(office: Office): Office {
  everyOffice.push(office);
  return office;
}

export function statementOf(own: Office, id: string): string {
  const isOwner = ({ leases }: Office) => leases.has(id);
  const office = isBroken("statement-of-any-lease") ? (everyOffice.find(isOwner) ?? own) : own;
  const lease = office.lease(id);
  const rows = [...duesRows(office, lease), ...paymentRows(office, lease)].toSorted((one, other) =>
    one.day < other.day ? -1 : 1,
  );
  return [
    `# Lease ${id}`,
    "",
    `${office.find(office.tenants, "tenant", lease.tenant_id).name}, unit ${office.unit(lease.unit_id).name}, ${lease.status}`,
    "",
    "| day | what | amount |",
    "|---|---|---:|",
    ...rows.map(({ day, what, cents }) => `| ${day} | ${what} | ${amountOf(cents)} |`),
    "",
    `**Balance: ${amountOf(balanceOf(office, lease))}**`,
    "",
  ].join("\n");
}

interface Row {
  readonly day: string;
  readonly what: string;
  readonly cents: number;
}

const duesRows = (office: Office, lease: Lease): readonly Row[] =>
  duesOf(lease, office.today).map(({ day, cents }) => ({ day, what: "rent", cents }));

const paymentRows = (office: Office, lease: Lease): readonly Row[] =>
  [...office.payments.values()]
    .filter(({ lease_id, purpose }) => lease_id === lease.id && purpose === "rent")
    .map(({ paid_on, method, cents }) => ({ day: paid_on, what: method, cents: -cents }));
