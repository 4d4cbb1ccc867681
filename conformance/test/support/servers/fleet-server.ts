/** Depots, vehicles and trips on Toolwright's runtime: ids that count up, one open trip a vehicle. */
import { type Call, createMcpServer } from "@toolwright/runtime";
import { casesOf, serviceOf } from "../notes-server.ts";

const spec = `${import.meta.dirname}/fleet`;
export const fleetCases = casesOf(spec);

const scopes = ["fleet:read", "fleet:write"];
export const fleetTokens = [
  { token: "flt_Kq7mVx2RzT8w", scopes },
  { token: "flt_Hd3sNb9YcL5p", scopes: ["fleet:read"] },
  { token: "flt_Ju6fGa1EoW4t", scopes: ["fleet:write"] },
  { token: "flt_Zi8rMe5UkB2x", scopes: [] },
  { token: "flt_Pv4lSo7DnQ9g", scopes, account: "other" },
];

type Fuel = "diesel" | "electric";
type TripState = "planned" | "driving" | "ended";

interface Depot {
  readonly account: string;
  readonly depot_id: string;
  readonly town: string;
}

interface Vehicle {
  readonly account: string;
  readonly vehicle_id: string;
  readonly depot_id: string;
  readonly seats: number;
  readonly fuel: Fuel;
}

interface Trip {
  readonly account: string;
  readonly depot_id: string;
  readonly vehicle_id: string;
  readonly trip_id: string;
  readonly destination: string;
  readonly state: TripState;
}

type Code = "not_found" | "has_open_trip" | "wrong_state" | "bad_cursor" | "key_reused";
type FleetCall = Call<Code>;
type Paging = { readonly limit?: number; readonly cursor?: string };
type AddInput = { depot_id: string; seats: number; fuel?: Fuel };
type PlanInput = { vehicle_id: string; destination: string; request_key?: string };

const moves: Readonly<Record<string, { readonly from: TripState; readonly to: TripState }>> = {
  depart: { from: "planned", to: "driving" },
  arrive: { from: "driving", to: "ended" },
  cancel: { from: "planned", to: "ended" },
};

class FleetHandlers {
  readonly #depots = new Map<string, Depot>();
  readonly #vehicles = new Map<string, Vehicle>();
  readonly #trips = new Map<string, Trip>();
  readonly #planned = new Map<string, { readonly input: string; readonly trip_id: string }>();
  readonly #counts = new Map<string, number>();

  open_depot({ town }: { town: string }, { account }: FleetCall) {
    const depot = { account, depot_id: this.#next("dep"), town };
    this.#depots.set(depot.depot_id, depot);
    return this.#showDepot(depot);
  }

  get_depot({ depot_id }: { depot_id: string }, call: FleetCall) {
    return this.#showDepot(find(this.#depots, depot_id, call));
  }

  close_depot({ depot_id }: { depot_id: string }, call: FleetCall) {
    find(this.#depots, depot_id, call);
    for (const vehicle of this.#vehicles.values())
      if (vehicle.depot_id === depot_id) this.#removeVehicle(vehicle.vehicle_id);
    this.#depots.delete(depot_id);
    return { depot_id };
  }

  add_vehicle({ fuel = "diesel", ...input }: AddInput, call: FleetCall) {
    find(this.#depots, input.depot_id, call);
    const vehicle = { account: call.account, vehicle_id: this.#next("veh"), ...input, fuel };
    this.#vehicles.set(vehicle.vehicle_id, vehicle);
    return shown(vehicle);
  }

  get_vehicle({ vehicle_id }: { vehicle_id: string }, call: FleetCall) {
    return shown(find(this.#vehicles, vehicle_id, call));
  }

  list_vehicles({ depot_id, fuel, ...paging }: Paging & { depot_id?: string; fuel?: Fuel }, call: FleetCall) {
    if (depot_id !== undefined) find(this.#depots, depot_id, call);
    const all = [...this.#vehicles.values()].filter(
      (each) =>
        each.account === call.account &&
        (depot_id ?? each.depot_id) === each.depot_id &&
        (fuel ?? each.fuel) === each.fuel,
    );
    const { items, ...rest } = page(all, JSON.stringify([depot_id, fuel]), paging, call);
    return { vehicles: items, ...rest };
  }

  retire_vehicle({ vehicle_id }: { vehicle_id: string }, call: FleetCall) {
    find(this.#vehicles, vehicle_id, call);
    this.#removeVehicle(vehicle_id);
    return { vehicle_id };
  }

  plan_trip({ request_key, ...input }: PlanInput, call: FleetCall) {
    const { depot_id } = find(this.#vehicles, input.vehicle_id, call);
    const key = `${call.account} ${request_key}`;
    const before = request_key === undefined ? undefined : this.#planned.get(key);
    if (before) {
      if (before.input !== JSON.stringify(input))
        call.fail("key_reused", "This key was used for another trip.");
      return shown(find(this.#trips, before.trip_id, call));
    }
    const open = [...this.#trips.values()].find(
      ({ vehicle_id, state }) => vehicle_id === input.vehicle_id && state !== "ended",
    );
    if (open) call.fail("has_open_trip", `Vehicle ${input.vehicle_id} still has trip ${open.trip_id}.`);
    const trip: Trip = {
      account: call.account,
      depot_id,
      ...input,
      trip_id: this.#next("trp"),
      state: "planned",
    };
    this.#trips.set(trip.trip_id, trip);
    if (request_key !== undefined)
      this.#planned.set(key, { input: JSON.stringify(input), trip_id: trip.trip_id });
    return shown(trip);
  }

  get_trip({ trip_id }: { trip_id: string }, call: FleetCall) {
    return shown(find(this.#trips, trip_id, call));
  }

  list_trips(
    { vehicle_id, state, ...paging }: Paging & { vehicle_id?: string; state?: TripState },
    call: FleetCall,
  ) {
    if (vehicle_id !== undefined) find(this.#vehicles, vehicle_id, call);
    const all = [...this.#trips.values()].filter(
      (each) =>
        each.account === call.account &&
        (vehicle_id ?? each.vehicle_id) === each.vehicle_id &&
        (state ?? each.state) === each.state,
    );
    const { items, ...rest } = page(all, JSON.stringify([vehicle_id, state]), paging, call);
    return { trips: items, ...rest };
  }

  move_trip({ trip_id, action }: { trip_id: string; action: string }, call: FleetCall) {
    const trip = find(this.#trips, trip_id, call);
    const { from, to } = moves[action]!;
    if (trip.state !== from) call.fail("wrong_state", `Trip ${trip_id} is ${trip.state}.`);
    const moved = { ...trip, state: to };
    this.#trips.set(trip_id, moved);
    return shown(moved);
  }

  delete_trip({ trip_id }: { trip_id: string }, call: FleetCall) {
    find(this.#trips, trip_id, call);
    this.#trips.delete(trip_id);
    return { trip_id };
  }

  #next(prefix: string): string {
    const count = (this.#counts.get(prefix) ?? 0) + 1;
    this.#counts.set(prefix, count);
    return `${prefix}_${count}`;
  }

  #removeVehicle(vehicle_id: string): void {
    this.#vehicles.delete(vehicle_id);
    for (const trip of this.#trips.values())
      if (trip.vehicle_id === vehicle_id) this.#trips.delete(trip.trip_id);
  }

  #showDepot(depot: Depot) {
    const vehicles = [...this.#vehicles.values()].filter(
      ({ depot_id }) => depot_id === depot.depot_id,
    ).length;
    return { ...shown(depot), vehicles };
  }
}

function find<Entity extends { readonly account: string }>(
  all: ReadonlyMap<string, Entity>,
  id: string,
  call: FleetCall,
): Entity {
  const entity = all.get(id);
  return entity?.account === call.account ? entity : call.fail("not_found", `There is no ${id}.`);
}

function shown<Entity extends { readonly account: string }>({ account: _, ...rest }: Entity) {
  return rest;
}

/** The oldest first. A cursor has the filters and the number of items before it. */
function page<Entity extends { readonly account: string }>(
  all: readonly Entity[],
  filters: string,
  { limit = 10, cursor }: Paging,
  call: FleetCall,
) {
  const start = cursor === undefined ? 0 : readCursor(cursor, filters);
  if (start === undefined) return call.fail("bad_cursor", "This cursor is of no page of this list.");
  const end = start + limit;
  const next_cursor =
    end < all.length ? Buffer.from(JSON.stringify([filters, end])).toString("base64url") : null;
  return { items: all.slice(start, end).map(shown), total: all.length, next_cursor };
}

function readCursor(cursor: string, filters: string): number | undefined {
  try {
    const [of, start] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as [string, number];
    return of === filters ? start : undefined;
  } catch {
    return undefined;
  }
}

/** Serves a fleet on a free port of loopback. */
export async function serveFleet(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createMcpServer({
    service: serviceOf(fleetCases),
    handlers: new FleetHandlers(),
    authenticate: ({ token }) => {
      const known = fleetTokens.find((each) => each.token === token);
      return known && { account: known.account ?? "ana", token, scopes: new Set(known.scopes) };
    },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const url = await server.listen(0);
  return { url, close: () => server.close(0) };
}
