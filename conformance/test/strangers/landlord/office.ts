/** The books of one landlord: properties and their units, tenants, and what happened with them. */
import { isBroken } from "./breaks.ts";
import { now } from "./clock.ts";
import { dayOf } from "./days.ts";
import type { Key, Lease, Payment, Property, Repair, Tenant, Unit } from "./records.ts";
import { nextId } from "./records.ts";
import { Refusal } from "./refusal.ts";

export interface Answered {
  readonly input: string;
  readonly result: object;
}

/** What a list can be asked for. */
interface FilterIds {
  readonly property_id?: string | undefined;
  readonly unit_id?: string | undefined;
  readonly tenant_id?: string | undefined;
  readonly lease_id?: string | undefined;
}

export class Office {
  readonly properties = new Map<string, Property>();
  readonly units = new Map<string, Unit>();
  readonly tenants = new Map<string, Tenant>();
  readonly leases = new Map<string, Lease>();
  readonly payments = new Map<string, Payment>();
  readonly repairs = new Map<string, Repair>();
  readonly keys = new Map<string, Key>();
  /** Tool and request id -> the arguments, and what was answered. */
  readonly answered = new Map<string, Answered>();

  get today(): string {
    return dayOf(now());
  }

  /** Ends the leases whose last day is over. */
  keepTime(): void {
    for (const lease of this.leases.values())
      if (lease.status === "under notice" && lease.ends_on! <= this.today) lease.status = "ended";
  }

  add<Row extends { readonly id: string }>(
    rows: Map<string, Row>,
    prefix: string,
    row: Omit<Row, "id">,
  ): Row {
    const kept = { id: nextId(prefix), ...row } as Row;
    rows.set(kept.id, kept);
    return kept;
  }

  find<Row>(rows: ReadonlyMap<string, Row>, kind: string, id: string): Row {
    const row = rows.get(id);
    if (row === undefined) throw new Refusal(`There is no ${kind} ${id}.`);
    return row;
  }

  lease(id: string): Lease {
    return this.find(this.leases, "lease", id);
  }

  unit(id: string): Unit {
    return this.find(this.units, "unit", id);
  }

  /** Refuses a list of something that the office does not have. */
  checkFilters(ids: FilterIds): void {
    if (ids.property_id !== undefined) this.find(this.properties, "property", ids.property_id);
    if (ids.unit_id !== undefined) this.unit(ids.unit_id);
    if (ids.tenant_id !== undefined) this.find(this.tenants, "tenant", ids.tenant_id);
    if (ids.lease_id !== undefined) this.lease(ids.lease_id);
  }

  /** The lease of a unit that has not ended. */
  presentLease(unitId: string): Lease | undefined {
    return this.leases.values().find(({ unit_id, status }) => unit_id === unitId && status !== "ended");
  }

  /** The lease for which a unit counts as let. */
  shownLease(unitId: string): Lease | undefined {
    const present = this.presentLease(unitId);
    if (present !== undefined || !isBroken("ended-lease-keeps-unit")) return present;
    return this.leases.values().find(({ unit_id }) => unit_id === unitId);
  }

  keysOut(unitId: string): readonly Key[] {
    return [...this.keys.values()].filter(
      ({ unit_id, status }) => unit_id === unitId && status === "handed out",
    );
  }

  /** A call that is sent again with the same request id has one effect. */
  once<Result extends object>(
    tool: string,
    input: { readonly request_id?: string | undefined },
    run: () => Result,
  ): Result {
    const { request_id, ...rest } = input;
    if (request_id === undefined || (isBroken("retry-books-twice") && tool === "record_payment"))
      return run();
    const sent = JSON.stringify(Object.entries(rest).toSorted(([one], [other]) => (one < other ? -1 : 1)));
    const key = `${tool} ${request_id}`;
    const earlier = this.answered.get(key);
    if (earlier !== undefined && earlier.input !== sent)
      throw new Refusal(`The request id ${request_id} was used for another call.`);
    if (earlier !== undefined) return earlier.result as Result;
    const result = structuredClone(run());
    this.answered.set(key, { input: sent, result });
    return result;
  }
}
