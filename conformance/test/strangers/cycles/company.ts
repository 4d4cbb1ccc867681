/** One hire company: its shops, models, bikes, customers and maintenance. Two companies have the same numbers for different things. */
import { now } from "./gate.ts";
import type { Bike, Customer, Hire, Maintenance, Model, Quote } from "./records.ts";
import { Refusal } from "./refusal.ts";

export const bookingsPerDay = 40;

const shops = [
  { shop_id: 1, name: "Harbour", city: "Bremen" },
  { shop_id: 2, name: "Central station", city: "Bremen" },
  { shop_id: 3, name: "Market", city: "Oldenburg" },
];

export const timeText = (milliseconds: number): string => new Date(milliseconds).toISOString();

export class Company {
  readonly account: string;
  readonly models = new Map<number, Model>();
  readonly bikes = new Map<number, Bike>();
  readonly customers = new Map<number, Customer>();
  readonly hires = new Map<number, Hire>();
  readonly maintenance = new Map<number, Maintenance>();
  readonly quotes = new Map<string, Quote>();
  readonly usedQuotes = new Set<string>();
  /** Day -> the number of bookings that were made on it. */
  readonly bookings = new Map<string, number>();

  constructor(account: string) {
    this.account = account;
  }

  describe(shown: { readonly damagePrices: object[] }): object {
    const time = now();
    const used = this.bookingsToday();
    const day = 86_400_000;
    return {
      name: `Rad & Last (${this.account})`,
      shops,
      damage_prices: shown.damagePrices,
      bookings_today: {
        used,
        limit: bookingsPerDay,
        remaining: bookingsPerDay - used,
        resets_at: timeText((Math.floor(time / day) + 1) * day),
      },
    };
  }

  bookingsToday(): number {
    return this.bookings.get(timeText(now()).slice(0, 10)) ?? 0;
  }

  countBooking(change: 1 | -1): void {
    this.bookings.set(timeText(now()).slice(0, 10), Math.max(0, this.bookingsToday() + change));
  }

  findShop(id: number): void {
    if (!shops.some(({ shop_id }) => shop_id === id))
      throw new Refusal("not_found", `There is no shop ${id}. cycles_get_company lists the shops.`);
  }

  addModel(input: Omit<Model, "model_id" | "revision">): Model {
    const model = { model_id: this.models.size + 1, ...input, revision: 1 };
    this.models.set(model.model_id, model);
    return model;
  }

  findModel(id: number): Model {
    const model = this.models.get(id);
    if (!model)
      throw new Refusal("not_found", `There is no model ${id}. cycles_list_models lists the models.`);
    return model;
  }

  updateModel(
    id: number,
    revision: number,
    change: Partial<Pick<Model, "name" | "day_cents" | "deposit_cents">>,
  ) {
    const model = this.findModel(id);
    if (model.revision !== revision)
      throw new Refusal(
        "stale_revision",
        `Model ${id} is at revision ${model.revision}, not ${revision}. Read it again, then repeat your change.`,
      );
    if (Object.keys(change).length === 0) return model;
    Object.assign(model, change);
    model.revision += 1;
    return model;
  }

  addBike(input: Pick<Bike, "model_id" | "shop_id" | "frame_number" | "size">): Bike {
    this.findModel(input.model_id);
    this.findShop(input.shop_id);
    const other = [...this.bikes.values()].find(({ frame_number }) => frame_number === input.frame_number);
    if (other)
      throw new Refusal("frame_taken", `Bike ${other.bike_id} has the frame number ${input.frame_number}.`);
    const bike: Bike = {
      bike_id: this.bikes.size + 1,
      ...input,
      status: "available",
      added_at: timeText(now()),
    };
    this.bikes.set(bike.bike_id, bike);
    return bike;
  }

  findBike(id: number): Bike {
    const bike = this.bikes.get(id);
    if (!bike) throw new Refusal("not_found", `There is no bike ${id}. cycles_list_bikes lists the bikes.`);
    return bike;
  }

  /** Finds a bike that the company still has. */
  findPresentBike(id: number): Bike {
    const bike = this.findBike(id);
    if (bike.status === "retired" || bike.status === "lost")
      throw new Refusal("bike_gone", `Bike ${id} is ${bike.status}. Choose another bike.`);
    return bike;
  }

  moveBike(id: number, shop: number): Bike {
    const bike = this.findPresentBike(id);
    this.findShop(shop);
    if (bike.status === "out")
      throw new Refusal("bike_in_use", `Bike ${id} is out. Return it to shop ${shop} instead.`);
    bike.shop_id = shop;
    return bike;
  }

  retireBike(id: number): Bike {
    const bike = this.findPresentBike(id);
    const open = [...this.hires.values()].find((hire) => hire.bike_id === id && isOpen(hire));
    if (open)
      throw new Refusal(
        "bike_in_use",
        `Hire ${open.hire_id} of bike ${id} is ${open.status}. End the hire first.`,
      );
    bike.status = "retired";
    return bike;
  }

  addCustomer(input: Omit<Customer, "customer_id">): Customer {
    const customer = { customer_id: this.customers.size + 1, ...input };
    this.customers.set(customer.customer_id, customer);
    return customer;
  }

  findCustomer(id: number): Customer {
    const customer = this.customers.get(id);
    if (!customer)
      throw new Refusal("not_found", `There is no customer ${id}. cycles_search_customers finds customers.`);
    return customer;
  }

  countOpenHires({ customer_id }: Customer): number {
    return [...this.hires.values()].filter((hire) => hire.customer_id === customer_id && isOpen(hire)).length;
  }

  findMaintenance(id: number): Maintenance {
    const maintenance = this.maintenance.get(id);
    if (!maintenance)
      throw new Refusal(
        "not_found",
        `There is no maintenance ${id}. cycles_list_maintenance lists those of a bike.`,
      );
    return maintenance;
  }

  cancelMaintenance(id: number): Maintenance {
    const maintenance = this.findMaintenance(id);
    if (maintenance.status !== "planned")
      throw new Refusal("wrong_state", `Maintenance ${id} was cancelled before.`);
    maintenance.status = "cancelled";
    return maintenance;
  }
}

const isOpen = ({ status }: Hire): boolean => status === "booked" || status === "out";
