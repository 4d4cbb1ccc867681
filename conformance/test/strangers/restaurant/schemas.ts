/** Schemas of what the tools take and answer, as JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

export function object(properties: Record<string, Schema>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required, additionalProperties: false };
}

export const list = (items: Schema): Schema => ({ type: "array", items });
export const id = (what: string): Schema => ({
  type: "integer",
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: `Number of ${what}.`,
});
export const text = (maxLength: number): Schema => ({
  type: "string",
  minLength: 1,
  maxLength,
  pattern: "\\S",
});
export const amount: Schema = {
  type: "string",
  pattern: "^(0|[1-9][0-9]{0,5})\\.[0-9]{2}$",
  description: 'An amount of money with two decimals, such as "12.50".',
};
/** Sums are longer than an amount. */
const sum: Schema = { type: "string", pattern: "^(0|[1-9][0-9]*)\\.[0-9]{2}$" };
export const positive: Schema = {
  type: "string",
  pattern: "^(0\\.(0[1-9]|[1-9][0-9])|[1-9][0-9]{0,5}\\.[0-9]{2})$",
  description: 'An amount above zero, such as "12.50".',
};
export const time: Schema = { type: "string", format: "date-time" };
export const party: Schema = {
  type: "integer",
  minimum: 1,
  maximum: 20,
  description: "How many guests come.",
};
export const requestKey: Schema = {
  type: "string",
  minLength: 8,
  maxLength: 64,
  description: "Sent again with the same key, the call does nothing more.",
};
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: "null" }] });
export const area: Schema = { type: "string", enum: ["inside", "terrace", "bar"] };
export const reservationState: Schema = {
  type: "string",
  enum: ["booked", "seated", "cancelled", "no_show"],
};
export const seats: Schema = { type: "integer", minimum: 1, maximum: 20 };

export const table = object({ id: id("the table"), name: text(40), area, seats });
export const guest = object({ id: id("the guest"), name: text(80), phone: orNull(text(30)) });
export const reservation = object({
  id: id("the reservation"),
  table_id: id("its table"),
  guest_id: id("its guest"),
  starts_at: time,
  ends_at: time,
  held_until: { ...time, description: "Until when the table waits for its guests." },
  party,
  deposit: orNull(positive),
  state: reservationState,
});
export const waiting = object({
  id: id("the entry"),
  guest_id: id("its guest"),
  party,
  position: { type: "integer", minimum: 1 },
});
export const menuItem = object({
  id: id("the item"),
  name: text(80),
  price: amount,
  available: { type: "boolean" },
});
export const modifier: Schema = {
  oneOf: [
    object({ kind: { const: "without" }, ingredient: text(40) }),
    object({ kind: { const: "extra" }, name: text(40), price: amount }),
    object({
      kind: { const: "doneness" },
      degree: { type: "string", enum: ["rare", "medium", "well_done"] },
    }),
  ],
};
export const quantity: Schema = { type: "integer", minimum: 1, maximum: 50 };
export const order = object({
  id: id("the order"),
  table_id: id("its table"),
  state: { type: "string", enum: ["open", "billed"] },
  lines: list(
    object({
      line: { type: "integer", minimum: 1 },
      item_id: id("the item"),
      quantity,
      modifiers: list(modifier),
      price: sum,
      state: { type: "string", enum: ["queued", "cooking", "served"] },
    }),
  ),
  total: sum,
});
export const method: Schema = { type: "string", enum: ["cash", "card"] };
export const bill = object({
  id: id("the bill"),
  order_id: id("its order"),
  subtotal: sum,
  tip: amount,
  total: sum,
  paid: sum,
  open: sum,
  state: { type: "string", enum: ["unpaid", "paid"] },
  payments: list(object({ payment: { type: "integer", minimum: 1 }, amount: positive, method })),
});
