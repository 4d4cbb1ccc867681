/** What one courier company has, and what its tools do with it. */
import { breaks } from "./breaks.ts";
import {
  type Customer,
  type Driver,
  hundredths,
  makeId,
  makeTrackingNumber,
  type Parcel,
  type ParcelState,
  priceOf,
  type Route,
  reprice,
} from "./model.ts";
import { Refusal } from "./refusal.ts";

export interface ParcelOrder {
  readonly customer_id: string;
  readonly recipient: string;
  readonly address: string;
  readonly phone?: string;
  readonly weight_kg: number;
  readonly express: boolean;
}

export interface ParcelChange {
  readonly recipient?: string;
  readonly address?: string;
  readonly weight_kg?: number;
  readonly express?: boolean;
  readonly expected_revision?: number;
}

const roomOfRoute = 8;
const everyDriver = new Map<string, Driver>();

export class Depot {
  readonly customers = new Map<string, Customer>();
  readonly drivers = new Map<string, Driver>();
  readonly routes = new Map<string, Route>();
  readonly parcels = new Map<string, Parcel>();
  /** Request id -> the order that came with it, and its parcel. */
  readonly requests = new Map<string, { readonly order: string; readonly parcel: Parcel }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  #time(): string {
    return new Date(this.#now()).toISOString();
  }

  get<Item>(items: ReadonlyMap<string, Item>, id: string): Item {
    const item = items.get(id);
    if (item === undefined) throw new Refusal("not_found", `Nothing here has the id ${id}.`);
    return item;
  }

  createCustomer({ name, city }: { readonly name: string; readonly city: string }): Customer {
    const customer = { id: makeId("cus"), name, city, created_at: this.#time() };
    this.customers.set(customer.id, customer);
    return customer;
  }

  underWay(customerId: string): number {
    const states: readonly ParcelState[] = ["created", "assigned", "out"];
    return [...this.parcels.values()].filter(
      ({ customer_id, state }) => customer_id === customerId && states.includes(state),
    ).length;
  }

  deleteCustomer(id: string): void {
    this.get(this.customers, id);
    const count = this.underWay(id);
    if (count > 0) throw new Refusal("customer_busy", `${count} parcels of ${id} are under way.`);
    this.customers.delete(id);
  }

  createDriver({ name, vehicle }: { readonly name: string; readonly vehicle: string }): Driver {
    const driver = { id: makeId("drv"), name, vehicle, created_at: this.#time() };
    this.drivers.set(driver.id, driver);
    everyDriver.set(driver.id, driver);
    return driver;
  }

  deleteDriver(id: string): void {
    this.get(this.drivers, id);
    const busy = [...this.routes.values()].some(
      ({ driver_id, state }) => driver_id === id && (state === "planned" || state === "under_way"),
    );
    if (busy) throw new Refusal("driver_busy", `${id} has a route that is not done.`);
    this.drivers.delete(id);
  }

  planRoute(driverId: string, day: string): Route {
    this.get(breaks("driver-of-others") ? everyDriver : this.drivers, driverId);
    const route: Route = {
      id: makeId("rt"),
      driver_id: driverId,
      day,
      state: "planned",
      load: 0,
      parcels: [],
    };
    this.routes.set(route.id, route);
    return route;
  }

  startRoute(id: string): Route {
    const route = this.#routeIn(id, "planned");
    if (route.parcels.length === 0) throw new Refusal("no_parcels", `${id} has no parcels.`);
    route.state = "under_way";
    route.started_at = this.#time();
    return route;
  }

  finishRoute(id: string): Route {
    const route = this.#routeIn(id, "under_way");
    const open = route.parcels.filter((parcel) =>
      ["assigned", "out"].includes(this.parcels.get(parcel)!.state),
    );
    if (open.length > 0)
      throw new Refusal("parcels_open", `${open.join(", ")} are not delivered or returned.`);
    route.state = "done";
    return route;
  }

  cancelRoute(id: string): Route {
    const route = this.#routeIn(id, "planned");
    if (route.parcels.length > 0)
      throw new Refusal("parcels_open", `${id} has parcels. Take them off first.`);
    route.state = "cancelled";
    return route;
  }

  #routeIn(id: string, state: Route["state"]): Route {
    const route = this.get(this.routes, id);
    if (route.state !== state) throw new Refusal("route_state", `${id} is ${route.state}, not ${state}.`);
    return route;
  }

  createParcel(order: ParcelOrder): Parcel {
    this.get(this.customers, order.customer_id);
    const { customer_id, recipient, address, phone, weight_kg, express } = order;
    const now = this.#now();
    const parcel: Parcel = {
      id: makeTrackingNumber(),
      customer_id,
      recipient,
      address,
      ...(phone !== undefined && { phone }),
      weight_kg,
      express,
      price: priceOf(weight_kg, express),
      state: "created",
      attempts: 0,
      revision: 1,
      created_at: new Date(now).toISOString(),
      drop_off_until: new Date(now + 14 * 86_400_000).toISOString(),
    };
    this.parcels.set(parcel.id, parcel);
    return parcel;
  }

  /** Parcels that nobody has given to a driver in time lapse. */
  lapse(): void {
    const now = this.#now();
    for (const parcel of this.parcels.values())
      if (parcel.state === "created" && Date.parse(parcel.drop_off_until) <= now)
        this.#move(parcel, "lapsed");
  }

  #move(parcel: Parcel, state: ParcelState): Parcel {
    parcel.state = state;
    parcel.revision += 1;
    return parcel;
  }

  #parcelIn(id: string, ...states: ParcelState[]): Parcel {
    const parcel = this.get(this.parcels, id);
    if (!states.includes(parcel.state)) throw new Refusal("parcel_state", `${id} is ${parcel.state}.`);
    return parcel;
  }

  updateParcel(id: string, { expected_revision, ...change }: ParcelChange): Parcel {
    const parcel = this.get(this.parcels, id);
    const isChecked = !breaks("revision-of-weight-only") || change.weight_kg !== undefined;
    if (isChecked && expected_revision !== undefined && expected_revision !== parcel.revision)
      throw new Refusal("revision_conflict", `${id} has the revision ${parcel.revision} now.`);
    this.#parcelIn(id, "created");
    Object.assign(parcel, change);
    parcel.price = reprice(parcel);
    parcel.revision += 1;
    return parcel;
  }

  cancelParcel(id: string): Parcel {
    return this.#move(this.#parcelIn(id, "created"), "cancelled");
  }

  assign(id: string, routeId: string): Parcel {
    const route = this.get(this.routes, routeId);
    const parcel = this.#parcelIn(id, "created");
    this.#routeIn(routeId, "planned");
    if (route.parcels.length >= roomOfRoute + (breaks("ninth-parcel") ? 1 : 0))
      throw new Refusal("route_full", `${routeId} has ${roomOfRoute} parcels.`);
    route.parcels.push(id);
    route.load += hundredths(parcel.weight_kg);
    parcel.route_id = routeId;
    return this.#move(parcel, "assigned");
  }

  unassign(id: string): Parcel {
    const parcel = this.#parcelIn(id, "assigned");
    const route = this.get(this.routes, parcel.route_id!);
    route.parcels.splice(route.parcels.indexOf(id), 1);
    if (!breaks("load-keeps-unassigned")) route.load -= hundredths(parcel.weight_kg);
    delete parcel.route_id;
    return this.#move(parcel, "created");
  }

  load(id: string): Parcel {
    const parcel = this.#parcelIn(id, "assigned");
    if (this.routes.get(parcel.route_id!)?.state !== "under_way")
      throw new Refusal("route_not_started", `${parcel.route_id} is not under way.`);
    return this.#move(parcel, "out");
  }

  recordAttempt(id: string): Parcel {
    const parcel = this.#parcelIn(id, "out");
    parcel.attempts += 1;
    const isLast = breaks("fourth-attempt") ? parcel.attempts > 3 : parcel.attempts >= 3;
    return this.#move(parcel, isLast ? "returned" : "out");
  }

  deliver(id: string, signedBy: string): Parcel {
    const parcel = breaks("deliver-after-return")
      ? this.#parcelIn(id, "out", "returned")
      : this.#parcelIn(id, "out");
    parcel.signed_by = signedBy;
    parcel.delivered_at = this.#time();
    return this.#move(parcel, "delivered");
  }

  giveBack(id: string): Parcel {
    const parcel = this.#parcelIn(id, "out");
    if (parcel.attempts === 0) throw new Refusal("no_attempt", `Nobody has tried to deliver ${id}.`);
    return this.#move(parcel, "returned");
  }
}
