/** The shapes of arguments and results, as zod schemas. The SDK makes the tool list from them. */
import { z } from "zod";

export const ownerId = z.string().regex(/^own_[a-z2-7]{12}$/);
export const animalId = z.int().min(1).max(999_999_999);
export const visitId = z.string().regex(/^V-[0-9]{5,9}$/);
export const vaccinationId = z.uuid();
export const prescriptionId = z.string().regex(/^RX-[A-Z2-7]{8}$/);

export const species = z.enum(["dog", "cat", "rabbit", "bird", "other"]);
export const vet = z.enum(["dr_lang", "dr_okoro", "dr_silva"]);
export const visitState = z.enum(["booked", "arrived", "closed", "cancelled", "missed"]);
export const vaccine = z.enum(["rabies", "distemper", "parvovirus", "leptospirosis", "cat_flu"]);
export const vaccinationState = z.enum(["valid", "boosted", "lapsed", "void"]);
export const method = z.enum(["cash", "card", "transfer"]);

const cents = z.int().min(0).max(100_000_000);
const count = z.int().min(0);
const time = z.iso.datetime();

export const requestId = (description: string) => z.uuid().describe(description);
export const text = (min: number, max: number) => z.string().min(min).max(max);
export const weight = z.number().min(0.01).max(1200);
export const allergies = z.array(text(1, 60)).max(10);
export const fills = z.int().min(1).max(12);
export const minutes = z.int().min(10).max(120);

export const paging = {
  limit: z.int().min(1).max(50).default(20),
  cursor: text(1, 1000).optional(),
};

/** A page of a list; `name` is the property with its items. */
export const page = <Name extends string, Item extends z.ZodType>(name: Name, item: Item) =>
  z.strictObject({
    ...({ [name]: z.array(item).max(50) } as Record<Name, z.ZodArray<Item>>),
    total: count,
    next_cursor: z.string().optional(),
  });

export const owner = z.strictObject({
  id: ownerId,
  name: z.string(),
  city: z.string().optional(),
  phone: z.string().optional(),
  email: z.string().optional(),
  animals: count.describe("Animals that are registered."),
  balance_cents: cents.describe("What the owner has not paid yet."),
  registered_at: time,
});

export const payment = z.strictObject({
  payment_no: z.int().min(1),
  owner_id: ownerId,
  amount_cents: z.int().min(1),
  method,
  balance_cents: cents.describe("What the owner still owes after the payment."),
  paid_at: time,
});

export const animal = z.strictObject({
  id: animalId,
  owner_id: ownerId,
  name: z.string(),
  species,
  born_on: z.iso.date(),
  neutered: z.boolean(),
  weight_kg: z.number().min(0).optional(),
  chip: z.string().optional(),
  allergies: z.array(z.string()).max(10),
  open_visits: count.describe("Visits that are booked or under way."),
  valid_vaccinations: count,
  revision: z.int().min(1),
  registered_at: time,
});

const treatment = z.strictObject({
  name: z.string(),
  quantity: z.int().min(1),
  unit_cents: cents,
  amount_cents: cents,
});

export const visit = z.strictObject({
  id: visitId,
  animal_id: animalId,
  owner_id: ownerId,
  vet,
  reason: z.string(),
  starts_at: time,
  minutes,
  state: visitState,
  missed_at: time.describe("When a visit counts as missed, unless the animal has arrived."),
  arrived_at: time.optional(),
  closed_at: time.optional(),
  treatments: z.array(treatment).max(20),
  net_cents: count,
  vat_cents: count,
  total_cents: count,
  booked_at: time,
});

export const vaccination = z.strictObject({
  id: vaccinationId,
  animal_id: animalId,
  vaccine,
  batch: z.string(),
  state: vaccinationState,
  given_at: time,
  booster_due_at: time,
  lapses_at: time,
  voided_at: time.optional(),
  void_reason: z.string().optional(),
});

export const prescription = z.strictObject({
  id: prescriptionId,
  animal_id: animalId,
  drug: z.string(),
  dosage: z.string(),
  fills,
  dispensed: count,
  left: count,
  state: z.enum(["active", "expired", "cancelled"]),
  issued_at: time,
  expires_at: time,
  last_dispensed_at: time.optional(),
  renews: prescriptionId.describe("The prescription that this one follows.").optional(),
});

export type OwnerView = z.infer<typeof owner>;
export type AnimalView = z.infer<typeof animal>;
export type Visit = z.infer<typeof visit>;
export type Treatment = z.infer<typeof treatment>;
export type Vaccination = z.infer<typeof vaccination>;
export type Prescription = z.infer<typeof prescription>;
export type Payment = z.infer<typeof payment>;
