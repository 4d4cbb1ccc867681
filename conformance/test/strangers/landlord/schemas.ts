/** The shapes of arguments and results, as zod raw shapes. The SDK makes the tool list from them. */
import { z } from "zod";

const idOf = (prefix: string, kind: string) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}-[1-9][0-9]{0,8}$`))
    .describe(`Number of a ${kind}, such as ${prefix}-12.`);

export const propertyId = idOf("P", "property");
export const unitId = idOf("U", "unit");
export const tenantId = idOf("T", "tenant");
export const leaseId = idOf("L", "lease");
const paymentId = idOf("B", "payment");
export const repairId = idOf("R", "repair");
export const keyId = idOf("K", "key");

export const amount = z
  .string()
  .regex(/^[0-9]{1,6}\.[0-9]{2}$/)
  .describe("Amount in euros, such as 1250.00.");
const balance = z.string().regex(/^-?[0-9]{1,8}\.[0-9]{2}$/);
export const day = z.iso.date();
export const text = (min: number, max: number) => z.string().min(min).max(max);

export const unitStatus = z.enum(["vacant", "let"]);
export const leaseStatus = z.enum(["running", "under notice", "ended"]);
export const paymentStatus = z.enum(["settled", "in arrears", "in advance"]);
const depositStatus = z.enum(["due", "held", "returned"]);
export const givenBy = z.enum(["tenant", "landlord"]);
export const purpose = z.enum(["rent", "deposit"]);
export const method = z.enum(["bank transfer", "direct debit", "cash"]);
export const urgency = z.enum(["can wait", "this week", "emergency"]);
export const slot = z.enum(["morning", "afternoon"]);
export const repairStatus = z.enum(["reported", "visit booked", "done"]);
export const keyStatus = z.enum(["handed out", "returned"]);

export const requestId = z
  .string()
  .min(8)
  .max(64)
  .optional()
  .describe("A call that is sent again with the same id has one effect.");

export const part = {
  offset: z.int().min(0).max(1_000_000).default(0).describe("How many to leave out at the start."),
  limit: z.int().min(1).max(100).default(20),
};

export const total = z.int().min(0).describe("How many fit, whatever the part.");

export const property = z.object({
  id: propertyId,
  name: z.string(),
  street: z.string(),
  city: z.string(),
  built: z.int().nullable(),
  units: z.int().min(0),
});

export const unit = z.object({
  id: unitId,
  property_id: propertyId,
  name: z.string(),
  rooms: z.int().min(1),
  area_m2: z.number().nullable(),
  keys: z.int().min(1),
  keys_out: z.int().min(0),
  status: unitStatus,
  lease_id: leaseId.nullable().describe("The lease that has not ended."),
});

export const tenant = z.object({
  id: tenantId,
  name: z.string(),
  phone: z.string().nullable().optional(),
  email: z.string().nullable().optional(),
  leases: z.int().min(0).describe("Leases that have not ended."),
});

export const lease = z.object({
  id: leaseId,
  unit_id: unitId,
  tenant_id: tenantId,
  status: leaseStatus,
  signed_on: day,
  starts_on: day,
  ends_on: day
    .nullable()
    .describe("The day on which the unit is handed over; the lease is over when it begins."),
  notice: z.object({ given_on: day, given_by: givenBy, reason: z.string().nullable() }).nullable(),
  rent: amount.describe("The rent of a month."),
  rent_raised_on: day.nullable(),
  next_due_on: day.nullable().describe("When rent falls due next."),
  balance: balance.describe("What the tenant owes. Below zero: paid in advance."),
  payment_status: paymentStatus,
  deposit: amount,
  deposit_status: depositStatus,
  withheld: amount.nullable().describe("What was kept of the deposit."),
});

export const payment = z.object({
  id: paymentId,
  lease_id: leaseId,
  amount,
  purpose,
  method,
  paid_on: day,
  note: z.string().nullable(),
});

export const repair = z.object({
  id: repairId,
  unit_id: unitId,
  title: z.string(),
  details: z.string().nullable(),
  urgency,
  status: repairStatus,
  reported_on: day,
  contractor: z.string().nullable(),
  visit_on: day.nullable(),
  slot: slot.nullable(),
  cost: amount.nullable(),
  done_on: day.nullable(),
});

export const key = z.object({
  id: keyId,
  unit_id: unitId,
  lease_id: leaseId,
  label: z.string(),
  status: keyStatus,
  handed_out_on: day,
  returned_on: day.nullable(),
});
