/** JSON Schemas that several tools share, by hand. */
export type Schema = Readonly<Record<string, unknown>>;

const id = (description: string): Schema => ({
  type: "integer",
  description,
  minimum: 1,
  maximum: 9_999_999,
});

export const text = (maxLength: number, description?: string): Schema => ({
  type: "string",
  ...(description !== undefined && { description }),
  minLength: 1,
  maxLength,
});

const cents = (description: string, maximum = 10_000_000): Schema => ({
  type: "integer",
  description,
  minimum: 0,
  maximum,
});

export const instant = (description: string): Schema => ({
  type: "string",
  description,
  format: "date-time",
});
export const day = (description: string): Schema => ({ type: "string", description, format: "date" });
const choice = (values: readonly string[]): Schema => ({ enum: values });

export function object(properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema {
  return { type: "object", properties, required, additionalProperties: false };
}

export const modelId = id("Number of a model.");
export const bikeId = id("Number of a bike, as on its sticker.");
export const customerId = id("Number of a customer.");
export const hireId = id("Number of a hire.");
export const maintenanceId = id("Number of a maintenance.");
export const shopId = id("Number of a shop.");
export const quoteId: Schema = {
  type: "string",
  description: "Id of a quote.",
  pattern: "^q_[0-9a-f]{18}$",
};
export const requestId = text(64, "Your own id of this request. Sent again, it makes nothing twice.");

export const kind = choice(["city", "ebike", "cargo", "kids"]);
export const bikeStatus = choice(["available", "out", "retired", "lost"]);
export const hireStatus = choice(["booked", "out", "returned", "cancelled", "lost"]);
export const maintenanceStatus = choice(["planned", "cancelled"]);
export const part = choice(["puncture", "brake", "light", "lock", "basket", "frame"]);
export const size = choice(["S", "M", "L"]);

export const dayCents: Schema = { ...cents("Price of a day in cents.", 50_000), minimum: 100 };
export const depositCents = cents("Deposit in cents.", 500_000);
export const replacementCents = cents("What a lost bike costs, in cents.", 2_000_000);

const revision: Schema = { type: "integer", minimum: 1 };
export const seenRevision: Schema = { ...revision, description: "The revision that you have read." };

export const model = object(
  {
    model_id: modelId,
    name: text(80),
    kind,
    day_cents: dayCents,
    deposit_cents: depositCents,
    replacement_cents: replacementCents,
    features: { type: "array", items: text(40), maxItems: 8 },
    revision,
  },
  ["model_id", "name", "kind", "day_cents", "deposit_cents", "replacement_cents", "features", "revision"],
);

export const frameNumber: Schema = {
  type: "string",
  description: "As stamped into the frame.",
  pattern: "^[A-Z0-9]{6,20}$",
};

export const bike = object(
  {
    bike_id: bikeId,
    frame_number: frameNumber,
    model_id: modelId,
    shop_id: shopId,
    size,
    status: bikeStatus,
    added_at: instant("When it was added."),
  },
  ["bike_id", "frame_number", "model_id", "shop_id", "status", "added_at"],
);

export const document = object(
  { kind: choice(["passport", "id_card", "driving_licence"]), number: text(30) },
  ["kind", "number"],
);

export const customer = object(
  {
    customer_id: customerId,
    name: text(100),
    email: { type: "string", format: "email", maxLength: 200 },
    phone: text(30),
    document,
    open_hires: { type: "integer", minimum: 0 },
  },
  ["customer_id", "name", "email", "open_hires"],
);

const quoteProperties = {
  quote_id: quoteId,
  bike_id: bikeId,
  starts_at: instant("Start of the hire."),
  ends_at: instant("End of the hire."),
  days: { type: "integer", minimum: 1 },
  day_cents: dayCents,
  price_cents: cents("Price of the hire in cents."),
  deposit_cents: depositCents,
  valid_until: instant("The quote can be booked until then."),
};
export const quote = object(quoteProperties, Object.keys(quoteProperties));

const swap = object({ bike_id: bikeId, swapped_at: instant("When it was swapped."), reason: text(200) }, [
  "bike_id",
  "swapped_at",
]);
const damage = object(
  { part, count: { type: "integer", minimum: 1, maximum: 4 }, cents: cents("Price of the damage.") },
  ["part", "count", "cents"],
);

const hireProperties = {
  hire_id: hireId,
  status: hireStatus,
  bike_id: bikeId,
  customer_id: customerId,
  shop_id: shopId,
  starts_at: instant("Start of the hire."),
  ends_at: instant("End of the hire."),
  days: { type: "integer", minimum: 1 },
  day_cents: dayCents,
  price_cents: cents("Price of the hire in cents."),
  deposit_cents: depositCents,
  extensions: { type: "integer", minimum: 0, maximum: 2 },
  swaps: { type: "array", description: "Bikes that were brought back during the hire.", items: swap },
  damages: { type: "array", items: damage },
  late: { type: "boolean", description: "The bike came back late, or is late now." },
  late_fee_cents: cents("5 euros for each hour begun, at most 500 euros."),
  note: text(500),
  booked_at: instant("When it was booked."),
  pick_up_until: instant("A booking that is not picked up until then is cancelled."),
  handed_out_at: instant("When the bike was handed out."),
  returned_at: instant("When the bike came back."),
};
const optionalOfHire = ["note", "handed_out_at", "returned_at"];
const requiredOfHire = Object.keys(hireProperties).filter((name) => !optionalOfHire.includes(name));

export const hire = object(hireProperties, requiredOfHire);

const sameBikeId: Schema = { $ref: "#/$defs/bike_id" };
export const swappedHire: Schema = {
  ...object({ ...hireProperties, bike_id: sameBikeId, previous_bike_id: sameBikeId }, [
    ...requiredOfHire,
    "previous_bike_id",
  ]),
  $defs: { bike_id: bikeId },
};

export const maintenance = object(
  {
    maintenance_id: maintenanceId,
    bike_id: bikeId,
    from: day("First day."),
    until: day("Last day."),
    work: { type: "array", items: text(100) },
    note: text(500),
    status: maintenanceStatus,
  },
  ["maintenance_id", "bike_id", "from", "until", "work", "status"],
);

const invoiceProperties = {
  hire_id: hireId,
  lines: {
    type: "array",
    items: object({ text: text(100), cents: cents("Amount of the line.") }, ["text", "cents"]),
  },
  hire_cents: cents("Price of the hire."),
  damages_cents: cents("All damages."),
  late_fee_cents: cents("Late fee."),
  loss_cents: cents("Price of a lost bike."),
  total_cents: cents("All together."),
  deposit_cents: depositCents,
  deposit_returned_cents: cents("What is left of the deposit after damages, late fee and loss."),
  to_pay_cents: cents("Total without what the deposit pays."),
};
export const invoice = object(invoiceProperties, Object.keys(invoiceProperties));

export const company = object(
  {
    name: text(100),
    shops: {
      type: "array",
      items: object({ shop_id: shopId, name: text(80), city: text(80) }, ["shop_id", "name", "city"]),
    },
    damage_prices: {
      type: "array",
      items: object({ part, cents: cents("Price of one.") }, ["part", "cents"]),
    },
    bookings_today: object(
      {
        used: { type: "integer", minimum: 0 },
        limit: { type: "integer" },
        remaining: { type: "integer", minimum: 0 },
        resets_at: instant("Midnight (UTC)."),
      },
      ["used", "limit", "remaining", "resets_at"],
    ),
  },
  ["name", "shops", "damage_prices", "bookings_today"],
);

export const freeBike = object(
  { bike_id: bikeId, model_id: modelId, shop_id: shopId, kind, day_cents: dayCents },
  ["bike_id", "model_id", "shop_id", "kind", "day_cents"],
);

export const pageArguments: Readonly<Record<string, Schema>> = {
  limit: { type: "integer", minimum: 1, maximum: 100, default: 25 },
  cursor: text(500, "next_cursor of the page before."),
};

/** The result of a list: its items, how many there are in all, and the cursor of the next page. */
export function pageOf(items: string, item: Schema): Schema {
  return object(
    {
      [items]: { type: "array", items: item, maxItems: 100 },
      total: { type: "integer", minimum: 0 },
      next_cursor: text(500),
    },
    [items, "total"],
  );
}
