/** An energy supplier on node:http alone: callers choose the numbers of meters, and lists show nothing of a filter by a foreign id. */
import { casesOf } from "../../notes-server.ts";
import { Refused, servePlain } from "../plain-server.ts";

export const metersCases = casesOf(`${import.meta.dirname}/spec`);

export const metersTokens = [
  { token: "met.Rw8sVn2kQx4c", scopes: ["meters"] },
  { token: "met.Hf5tLp9jZb3y", scopes: ["meters"], account: "other" },
];

/** Mistakes of the server. */
export type MetersMistake =
  | "filter-shows-foreign-contracts"
  | "takes-readings-of-the-future"
  | "bills-foreign-readings"
  | "corrects-without-end"
  | "second-meter-replaces-first";

interface Meter {
  readonly account: string;
  readonly serial: string;
  label: string;
}

interface Reading {
  readonly account: string;
  readonly reading_id: number;
  readonly serial: string;
  kwh: number;
  revision: number;
}

interface Contract {
  readonly account: string;
  readonly contract_id: string;
  readonly serial: string;
  readonly customer: string;
}

interface Bill {
  readonly account: string;
  readonly bill: number;
  readonly contract_id: string;
  readonly used: number;
}

interface BillInput {
  readonly contract_id: string;
  readonly from_reading_id: number;
  readonly to_reading_id: number;
}

const dayMs = 86_400_000;

class Meters {
  readonly #mistake: MetersMistake | undefined;
  readonly #meters: Meter[] = [];
  readonly #readings: Reading[] = [];
  readonly #contracts: Contract[] = [];
  readonly #bills: Bill[] = [];
  readonly #keys = new Map<string, Contract>();

  constructor(mistake: MetersMistake | undefined) {
    this.#mistake = mistake;
  }

  readonly tools = {
    register_meter: ({ serial, label = "" }: Pick<Meter, "serial"> & { label?: string }, account: string) => {
      const there = this.#meters.find((each) => each.account === account && each.serial === serial);
      if (there !== undefined && this.#mistake !== "second-meter-replaces-first")
        throw new Refused("meter_exists", `There is a meter ${serial}.`);
      if (there !== undefined) there.label = label;
      else this.#meters.push({ account, serial, label });
      return { serial, label };
    },
    get_meter: ({ serial }: Pick<Meter, "serial">, account: string) => show(this.#meter(serial, account)),
    submit_reading: (
      { serial, kwh, read_on }: Pick<Reading, "serial" | "kwh"> & { readonly read_on: string },
      account: string,
    ) => {
      this.#meter(serial, account);
      // Somewhere the day of tomorrow has begun.
      const isFuture = Date.parse(read_on) > Date.now() + dayMs;
      if (isFuture && this.#mistake !== "takes-readings-of-the-future")
        throw new Refused("future_reading", "That day has not come.");
      const reading = { account, reading_id: 1001 + this.#readings.length, serial, kwh, revision: 1 };
      this.#readings.push(reading);
      return show(reading);
    },
    get_reading: ({ reading_id }: Pick<Reading, "reading_id">, account: string) =>
      show(this.#reading(reading_id, account)),
    correct_reading: (
      { reading_id, kwh, revision }: Pick<Reading, "reading_id" | "kwh" | "revision">,
      account: string,
    ) => {
      const reading = this.#reading(reading_id, account);
      if (reading.revision !== revision)
        throw new Refused("stale_revision", "The reading has another revision.");
      if (revision > 2 && this.#mistake !== "corrects-without-end")
        throw new Refused("corrected_twice", "The reading was corrected twice.");
      Object.assign(reading, { kwh, revision: revision + 1 });
      return show(reading);
    },
    sign_contract: (
      { key, serial, customer }: Pick<Contract, "serial" | "customer"> & { readonly key: string },
      account: string,
    ) => {
      const earlier = this.#keys.get(`${account} ${key}`);
      if (earlier !== undefined && earlier.serial === serial && earlier.customer === customer)
        return show(earlier);
      if (earlier !== undefined) throw new Refused("key_used", "The key was used for another contract.");
      this.#meter(serial, account);
      const contract = { account, contract_id: crypto.randomUUID(), serial, customer };
      this.#contracts.push(contract);
      this.#keys.set(`${account} ${key}`, contract);
      return show(contract);
    },
    list_contracts: ({ serial }: Partial<Pick<Contract, "serial">>, account: string) => {
      const showsAll = serial !== undefined && this.#mistake === "filter-shows-foreign-contracts";
      const own = this.#contracts.filter((each) => showsAll || each.account === account);
      const contracts = own.filter((each) => serial === undefined || each.serial === serial);
      return { contracts: contracts.map(show) };
    },
    // The contract is looked for before the readings.
    make_bill: ({ contract_id, from_reading_id, to_reading_id }: BillInput, account: string) => {
      const contract = find(
        this.#contracts,
        (each) => each.contract_id === contract_id,
        account,
        "contract_not_found",
      );
      const [first, last] = [from_reading_id, to_reading_id].map((id) =>
        this.#reading(id, this.#mistake === "bills-foreign-readings" ? undefined : account),
      );
      if (first!.reading_id >= last!.reading_id)
        throw new Refused("no_period", "The second reading is not a later one.");
      const used = last!.kwh - first!.kwh;
      const bill = { account, bill: this.#bills.length + 1, contract_id: contract.contract_id, used };
      this.#bills.push(bill);
      return show(bill);
    },
    list_bills: ({ contract_id }: Partial<Pick<Contract, "contract_id">>, account: string) => {
      const own = this.#bills.filter((each) => each.account === account);
      return {
        bills: own.filter((each) => contract_id === undefined || each.contract_id === contract_id).map(show),
      };
    },
  };

  #meter(serial: string, account: string): Meter {
    return find(this.#meters, (each) => each.serial === serial, account, "meter_not_found");
  }

  #reading(id: number, account: string | undefined): Reading {
    return find(this.#readings, (each) => each.reading_id === id, account, "reading_not_found");
  }
}

function find<Thing extends { readonly account: string }>(
  all: readonly Thing[],
  is: (thing: Thing) => boolean,
  account: string | undefined,
  code: string,
): Thing {
  const found = all.find((each) => is(each) && (account === undefined || each.account === account));
  if (found === undefined) throw new Refused(code, "There is none.");
  return found;
}

function show<Thing extends { readonly account: string }>({ account: _account, ...shown }: Thing) {
  return shown;
}

/** Serves meters on a free port of loopback. */
export function serveMeters(mistake?: MetersMistake): Promise<{ url: string; close(): Promise<void> }> {
  const { tools } = new Meters(mistake);
  return servePlain({ name: "meters", cases: metersCases, tokens: metersTokens, tools });
}
