/** The tools: the scope that each needs, and its result. */
import { breaks } from "./breaks.ts";
import type { Depot, ParcelChange, ParcelOrder } from "./depot.ts";
import {
  type Customer,
  type Parcel,
  type ParcelState,
  priceOf,
  type Route,
  type RouteState,
} from "./model.ts";
import { Refusal } from "./refusal.ts";
import { search } from "./search.ts";

export interface Caller {
  readonly company: string;
  readonly scopes: readonly string[];
}

export interface Work {
  readonly depot: Depot;
  readonly caller: Caller;
  /** Orders by request id, of the company alone. */
  readonly requests: Depot["requests"];
}

export interface Tool {
  readonly scope: string;
  readonly run: (input: never, work: Work) => object;
}

const tool = <Input>(scope: string, run: (input: Input, work: Work) => object): Tool => ({ scope, run });

interface Paging {
  readonly limit: number;
  readonly cursor?: string;
}

const showCustomer = (customer: Customer, { depot }: Work) => ({
  ...customer,
  parcels_under_way: depot.underWay(customer.id),
});

function showParcel(parcel: Parcel, { caller }: Work, inSearch = false): object {
  const { phone, ...rest } = parcel;
  const isShown = caller.scopes.includes("contacts") || (inSearch && breaks("phone-in-search"));
  return phone !== undefined && isShown ? { ...rest, phone } : rest;
}

function showRow({ id, driver_id, day, state, load }: Route): object {
  return { id, driver_id, day, state, load_kg: load / 100 };
}

function showRoute(route: Route, { depot }: Work): object {
  const parcels = route.parcels.map((id) => {
    const { weight_kg, state } = depot.parcels.get(id)!;
    return { parcel_id: id, weight_kg, state };
  });
  const { started_at } = route;
  return { ...showRow(route), parcels, ...(started_at !== undefined && { started_at }) };
}

const nameOf = (list: string, { limit: _limit, cursor: _cursor, ...filters }: Paging, { caller }: Work) =>
  JSON.stringify([caller.company, list, Object.entries(filters).toSorted()]);

const customerTools = {
  create_customer: tool<{ name: string; city: string }>("parcels:write", (input, work) =>
    showCustomer(work.depot.createCustomer(input), work),
  ),
  get_customer: tool<{ customer_id: string }>("parcels:read", ({ customer_id }, work) =>
    showCustomer(work.depot.get(work.depot.customers, customer_id), work),
  ),
  list_customers: tool<Paging & { city?: string }>("parcels:read", (input, work) => {
    const { items, next_cursor } = search({
      name: nameOf("customers", input, work),
      items: [...work.depot.customers.values()],
      descending: true,
      limit: input.limit,
      cursor: input.cursor,
      orderOf: ({ created_at }) => created_at,
      fits: ({ city }) => input.city === undefined || city === input.city,
    });
    return { customers: items.map((customer) => showCustomer(customer, work)), next_cursor };
  }),
  update_customer: tool<{ customer_id: string; name?: string; city?: string }>(
    "parcels:write",
    ({ customer_id, ...change }, work) =>
      showCustomer(Object.assign(work.depot.get(work.depot.customers, customer_id), change), work),
  ),
  delete_customer: tool<{ customer_id: string }>("parcels:write", ({ customer_id }, { depot }) => {
    depot.deleteCustomer(customer_id);
    return { deleted: true };
  }),
};

const routeTools = {
  create_driver: tool<{ name: string; vehicle: string }>("dispatch:write", (input, { depot }) =>
    depot.createDriver(input),
  ),
  list_drivers: tool<{ vehicle?: string }>("dispatch:read", ({ vehicle }, { depot }) => ({
    drivers: [...depot.drivers.values()].filter(
      (driver) => vehicle === undefined || driver.vehicle === vehicle,
    ),
  })),
  delete_driver: tool<{ driver_id: string }>("dispatch:write", ({ driver_id }, { depot }) => {
    depot.deleteDriver(driver_id);
    return { deleted: true };
  }),
  plan_route: tool<{ driver_id: string; day: string }>("dispatch:write", ({ driver_id, day }, work) =>
    showRoute(work.depot.planRoute(driver_id, day), work),
  ),
  get_route: tool<{ route_id: string }>("dispatch:read", ({ route_id }, work) =>
    showRoute(work.depot.get(work.depot.routes, route_id), work),
  ),
  list_routes: tool<Paging & { driver_id?: string; state?: RouteState; from?: string; to?: string }>(
    "dispatch:read",
    (input, work) => {
      const { driver_id, state, from, to } = input;
      if (driver_id !== undefined) work.depot.get(work.depot.drivers, driver_id);
      const { items, next_cursor } = search({
        name: nameOf("routes", input, work),
        items: [...work.depot.routes.values()],
        descending: false,
        limit: input.limit,
        cursor: input.cursor,
        orderOf: ({ day }) => day,
        fits: (route) =>
          (driver_id === undefined || route.driver_id === driver_id) &&
          (state === undefined || route.state === state) &&
          (from === undefined || route.day >= from) &&
          (to === undefined || route.day <= to),
      });
      return { routes: items.map(showRow), next_cursor };
    },
  ),
  start_route: tool<{ route_id: string }>("dispatch:write", ({ route_id }, work) =>
    showRoute(work.depot.startRoute(route_id), work),
  ),
  finish_route: tool<{ route_id: string }>("dispatch:write", ({ route_id }, work) =>
    showRoute(work.depot.finishRoute(route_id), work),
  ),
  cancel_route: tool<{ route_id: string }>("dispatch:write", ({ route_id }, work) =>
    showRoute(work.depot.cancelRoute(route_id), work),
  ),
};

interface ParcelFilters extends Paging {
  readonly text?: string;
  readonly customer_id?: string;
  readonly state?: ParcelState;
  readonly min_weight_kg?: number;
  readonly max_weight_kg?: number;
  readonly express?: boolean;
}

function fitsFilters(parcel: Parcel, filters: ParcelFilters): boolean {
  const words = filters.text?.toLowerCase();
  const { min_weight_kg = 0, max_weight_kg = Number.POSITIVE_INFINITY } = filters;
  return (
    (words === undefined || `${parcel.recipient}\n${parcel.address}`.toLowerCase().includes(words)) &&
    (filters.customer_id === undefined || parcel.customer_id === filters.customer_id) &&
    (filters.state === undefined || parcel.state === filters.state) &&
    (filters.express === undefined || parcel.express === filters.express) &&
    parcel.weight_kg >= min_weight_kg &&
    parcel.weight_kg <= max_weight_kg
  );
}

type OneParcel = { readonly parcel_id: string };

const parcelTools = {
  quote: tool<{ weight_kg: number; express: boolean }>("parcels:read", ({ weight_kg, express }) =>
    priceOf(weight_kg, express),
  ),
  create_parcel: tool<ParcelOrder & { request_id?: string }>(
    "parcels:write",
    ({ request_id, ...order }, work) => {
      const text = JSON.stringify(Object.entries(order).toSorted());
      const earlier = request_id === undefined ? undefined : work.requests.get(request_id);
      if (earlier !== undefined && earlier.order !== text)
        throw new Refusal("request_conflict", `${request_id} was the order of ${earlier.parcel.id}.`);
      const parcel = earlier?.parcel ?? work.depot.createParcel(order);
      if (request_id !== undefined) work.requests.set(request_id, { order: text, parcel });
      return showParcel(parcel, work);
    },
  ),
  get_parcel: tool<OneParcel>("parcels:read", ({ parcel_id }, work) =>
    showParcel(work.depot.get(work.depot.parcels, parcel_id), work),
  ),
  search_parcels: tool<ParcelFilters>("parcels:read", (input, work) => {
    if (input.customer_id !== undefined) work.depot.get(work.depot.customers, input.customer_id);
    const { items, total, next_cursor } = search({
      name: nameOf("parcels", input, work),
      items: [...work.depot.parcels.values()],
      descending: true,
      limit: input.limit,
      cursor: input.cursor,
      orderOf: ({ created_at }) => created_at,
      fits: (parcel) => fitsFilters(parcel, input),
    });
    return { parcels: items.map((parcel) => showParcel(parcel, work, true)), total, next_cursor };
  }),
  update_parcel: tool<OneParcel & ParcelChange>("parcels:write", ({ parcel_id, ...change }, work) =>
    showParcel(work.depot.updateParcel(parcel_id, change), work),
  ),
  cancel_parcel: tool<OneParcel>("parcels:write", ({ parcel_id }, work) =>
    showParcel(work.depot.cancelParcel(parcel_id), work),
  ),
  assign_parcel: tool<OneParcel & { route_id: string }>("dispatch:write", ({ parcel_id, route_id }, work) =>
    showParcel(work.depot.assign(parcel_id, route_id), work),
  ),
  unassign_parcel: tool<OneParcel>("dispatch:write", ({ parcel_id }, work) =>
    showParcel(work.depot.unassign(parcel_id), work),
  ),
  load_parcel: tool<OneParcel>("dispatch:write", ({ parcel_id }, work) =>
    showParcel(work.depot.load(parcel_id), work),
  ),
  record_attempt: tool<OneParcel>("dispatch:write", ({ parcel_id }, work) =>
    showParcel(work.depot.recordAttempt(parcel_id), work),
  ),
  deliver_parcel: tool<OneParcel & { signed_by: string }>(
    "dispatch:write",
    ({ parcel_id, signed_by }, work) => showParcel(work.depot.deliver(parcel_id, signed_by), work),
  ),
  return_parcel: tool<OneParcel>("dispatch:write", ({ parcel_id }, work) =>
    showParcel(work.depot.giveBack(parcel_id), work),
  ),
};

export const tools: Readonly<Record<string, Tool>> = { ...customerTools, ...routeTools, ...parcelTools };
