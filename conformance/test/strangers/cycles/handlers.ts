/** What each tool does with checked arguments. */
import { isBroken } from "./breaks.ts";
import { listFreeBikes, planMaintenance, readPeriod } from "./calendar.ts";
import type { Company } from "./company.ts";
import * as desk from "./desk.ts";
import type { Caller } from "./gate.ts";
import { invoiceOf, listDamagePrices } from "./money.ts";
import { nameList, readPage } from "./pages.ts";
import type { Bike, Customer, DamageInput, Hire, HireStatus, Kind, Maintenance, Model } from "./records.ts";
import { once, type WithRequestId } from "./requests.ts";

interface Context {
  readonly company: Company;
  readonly caller: Caller;
}

type Handler = (input: never, context: Context) => object;

interface Paging {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

type HireArgument = Pick<Hire, "hire_id">;

function describeCustomer(customer: Customer, { company, caller }: Context): object {
  const { document, ...rest } = customer;
  const showsDocument = caller.scopes.includes("customers:documents");
  return { ...rest, ...(showsDocument && { document }), open_hires: company.countOpenHires(customer) };
}

/** A page of the rows that fit; `filters` are all arguments but those of the page. */
function page<Row>(
  { company }: Context,
  tool: string,
  { limit, cursor, ...filters }: Paging,
  rows: Iterable<Row>,
  placeOf: (row: Row) => readonly [string, number],
) {
  return readPage([...rows], placeOf, { limit, cursor }, nameList(company.account, tool, filters));
}

const contains = (value: string, words = "") => value.toLowerCase().includes(words.toLowerCase());
const fits = <Value>(value: Value, wanted: Value | undefined) => wanted === undefined || wanted === value;

const fleet: Readonly<Record<string, Handler>> = {
  cycles_get_company: (_: object, { company }) => company.describe({ damagePrices: listDamagePrices() }),
  cycles_add_model: (input: Omit<Model, "model_id" | "revision">, { company }) => company.addModel(input),
  cycles_update_model: (
    { model_id, revision, ...change }: { model_id: number; revision: number; name?: string },
    { company },
  ) => company.updateModel(model_id, revision, change),
  cycles_list_models: (input: Paging & { words?: string; kind?: Kind }, context) => {
    const rows = [...context.company.models.values()].filter(
      ({ name, kind }) => contains(name, input.words) && fits(kind, input.kind),
    );
    const { rows: models, end } = page(context, "models", input, rows, ({ name, model_id }) => [
      name,
      model_id,
    ]);
    return { models, ...end };
  },
  cycles_add_bike: (input: Pick<Bike, "model_id" | "shop_id" | "frame_number" | "size">, { company }) =>
    company.addBike(input),
  cycles_get_bike: ({ bike_id }: { bike_id: number }, { company }) => company.findBike(bike_id),
  cycles_list_bikes: (
    input: Paging & { model_id?: number; shop_id?: number; status?: Bike["status"] },
    context,
  ) => {
    const rows = [...context.company.bikes.values()].filter(
      ({ model_id, shop_id, status }) =>
        fits(model_id, input.model_id) && fits(shop_id, input.shop_id) && fits(status, input.status),
    );
    const { rows: bikes, end } = page(context, "bikes", input, rows, ({ bike_id }) => ["", bike_id]);
    return { bikes, ...end };
  },
  cycles_move_bike: ({ bike_id, shop_id }: { bike_id: number; shop_id: number }, { company }) =>
    company.moveBike(bike_id, shop_id),
  cycles_retire_bike: ({ bike_id }: { bike_id: number }, { company }) => company.retireBike(bike_id),
  cycles_list_free_bikes: (
    input: Paging & { starts_at: string; ends_at: string; shop_id?: number; kind?: Kind },
    context,
  ) => {
    const { company } = context;
    const rows = listFreeBikes(company, readPeriod(input.starts_at, input.ends_at))
      .map(({ bike_id, model_id, shop_id }) => {
        const { kind, day_cents } = company.findModel(model_id);
        return { bike_id, model_id, shop_id, kind, day_cents };
      })
      .filter(({ shop_id, kind }) => fits(shop_id, input.shop_id) && fits(kind, input.kind));
    const { rows: bikes, end } = page(context, "free", input, rows, ({ bike_id }) => ["", bike_id]);
    return { bikes, ...end };
  },
  cycles_plan_maintenance: (input: Omit<Maintenance, "maintenance_id" | "status">, { company }) =>
    planMaintenance(company, input),
  cycles_list_maintenance: (input: Paging & { bike_id: number; status?: Maintenance["status"] }, context) => {
    const { bike_id } = context.company.findBike(input.bike_id);
    const rows = [...context.company.maintenance.values()].filter(
      (each) => each.bike_id === bike_id && fits(each.status, input.status),
    );
    const { rows: maintenance, end } = page(context, "maintenance", input, rows, (each) => [
      each.from,
      each.maintenance_id,
    ]);
    return { maintenance, ...end };
  },
  cycles_cancel_maintenance: ({ maintenance_id }: { maintenance_id: number }, { company }) =>
    company.cancelMaintenance(maintenance_id),
};

interface HireFilters {
  readonly customer_id?: number;
  readonly bike_id?: number;
  readonly status?: HireStatus;
  readonly late?: boolean;
  readonly starts_from?: string;
  readonly starts_until?: string;
}

function isListed(hire: Hire, filters: HireFilters): boolean {
  const { starts_from, starts_until } = filters;
  const day = hire.starts_at.slice(0, 10);
  const isTooLate =
    starts_until !== undefined &&
    (day > starts_until || (isBroken("until-day-excluded") && day === starts_until));
  return (
    !isTooLate &&
    (starts_from === undefined || day >= starts_from) &&
    fits(hire.customer_id, filters.customer_id) &&
    fits(hire.bike_id, filters.bike_id) &&
    fits(hire.status, filters.status) &&
    fits(desk.isLate(hire), filters.late)
  );
}

const hires: Readonly<Record<string, Handler>> = {
  cycles_add_customer: ({ request_id, ...input }: WithRequestId<Omit<Customer, "customer_id">>, context) => {
    const { company } = context;
    const customer = once(company, "add_customer", request_id, input, () => company.addCustomer(input));
    return describeCustomer(customer, context);
  },
  cycles_search_customers: (input: Paging & { words?: string }, context) => {
    const rows = [...context.company.customers.values()].filter(
      ({ name, email }) => contains(name, input.words) || contains(email, input.words),
    );
    const { rows: found, end } = page(context, "customers", input, rows, ({ customer_id }) => [
      "",
      customer_id,
    ]);
    const customers = found.map((customer) => ({
      ...describeCustomer(customer, context),
      ...(isBroken("document-in-search") && { document: customer.document }),
    }));
    return { customers, ...end };
  },
  cycles_quote: (input: Parameters<typeof desk.quote>[1], { company }) => desk.quote(company, input),
  cycles_book: ({ request_id, ...input }: WithRequestId<desk.BookInput>, { company }) =>
    desk.describeHire(once(company, "book", request_id, input, () => desk.book(company, input))),
  cycles_get_hire: ({ hire_id }: HireArgument, { company }) =>
    desk.describeHire(desk.findHireById(company, hire_id)),
  cycles_list_hires: (input: Paging & HireFilters, context) => {
    const rows = [...context.company.hires.values()].filter((hire) => isListed(hire, input));
    const { rows: found, end } = page(context, "hires", input, rows, ({ starts_at, hire_id }) => [
      starts_at,
      hire_id,
    ]);
    return { hires: found.map(desk.describeHire), ...end };
  },
  cycles_hand_out: ({ hire_id }: HireArgument, { company }) =>
    desk.describeHire(desk.handOut(company, hire_id)),
  cycles_extend: ({ hire_id, ends_at }: HireArgument & { ends_at: string }, { company }) =>
    desk.describeHire(desk.extend(company, hire_id, ends_at)),
  cycles_swap_bike: (
    { hire_id, bike_id, reason }: HireArgument & { bike_id: number; reason?: string },
    { company },
  ) => {
    const { hire, previous } = desk.swapBike(company, hire_id, bike_id, reason);
    return { ...desk.describeHire(hire), previous_bike_id: previous.bike_id };
  },
  cycles_return: (input: HireArgument & { shop_id?: number; damages: DamageInput[] }, { company }) =>
    desk.describeHire(desk.takeBack(company, input)),
  cycles_cancel: ({ hire_id }: HireArgument, { company }) => desk.describeHire(desk.cancel(company, hire_id)),
  cycles_mark_lost: ({ hire_id }: HireArgument, { company }) =>
    desk.describeHire(desk.markLost(company, hire_id)),
  cycles_get_invoice: ({ hire_id }: HireArgument, { company }) =>
    invoiceOf(company, desk.findHireById(company, hire_id)),
};

export const handlers: Readonly<Record<string, Handler>> = { ...fleet, ...hires };
