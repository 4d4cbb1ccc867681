/** The shapes of arguments and results. */
import { z } from "zod";

export const consignorId = z
  .string()
  .regex(/^CN-[0-9]+$/)
  .describe("Id of a consignor.");
export const lotId = z.int().min(1).describe("Number of a lot.");
export const saleId = z
  .string()
  .regex(/^sale_[0-9a-f]{16}$/)
  .describe("Id of a sale.");
export const bidderId = z
  .string()
  .regex(/^P-[0-9]+$/)
  .describe("Paddle of a bidder.");
export const invoiceId = z
  .string()
  .regex(/^INV-[0-9]{2}-[0-9]{5,}$/)
  .describe("Number of an invoice.");
export const requestId = z.uuid().optional().describe("A repeated call with the same id has one effect.");
const time = z.iso.datetime();
const count = z.int().min(0);

const euros = z.int().min(1).max(10_000_000);
const category = z.enum(["paintings", "furniture", "jewellery", "wine", "books"]);
const keyword = z.string().min(1).max(30);
const owner = z.strictObject({
  owner: z.string().min(1).max(100),
  since: z.int().min(1000).max(2100).optional().describe("Year."),
});
const estimate = z.strictObject({ low: euros, high: euros });
export const lotState = z.enum(["draft", "catalogued", "listed", "sold", "unsold", "withdrawn"]);
export const saleState = z.enum(["draft", "published", "open", "ended", "cancelled"]);

/** What a consignor says of a lot. */
export const lotDetails = {
  title: z.string().min(3).max(120),
  category,
  description: z.string().min(1).max(2000).optional(),
  keywords: z.array(keyword).max(10),
  provenance: z.array(owner).max(10).describe("Earlier owners, the first one first."),
  estimate,
  reserve: euros.optional().describe("The lowest price at which the lot is sold, at most the low estimate."),
};

export const paging = {
  limit: z.int().min(1).max(50).default(20),
  cursor: z.string().min(1).max(300).optional().describe("next_cursor of the page before."),
};
export const pagingResult = {
  total: count,
  next_cursor: z.string().optional(),
};

export const consignor = z.strictObject({
  id: consignorId,
  name: z.string(),
  city: z.string(),
  lot_count: count.describe("Lots that are not withdrawn."),
  created_at: time,
});

export const lot = z.strictObject({
  id: lotId,
  consignor_id: consignorId,
  ...lotDetails,
  without_reserve: z.boolean(),
  state: lotState,
  sale_id: saleId.optional(),
  opens_at: time.optional().describe("When bidding begins."),
  ends_at: time.optional().describe("When bidding ends."),
  bid_count: count,
  current_bid: euros.optional(),
  minimum_bid: z.int().min(1).describe("The lowest bid that is accepted next."),
  revision: z.int().min(1),
  created_at: time,
});

export const saleRow = z.strictObject({
  id: saleId,
  title: z.string(),
  premium_percent: z.int().min(0).max(30),
  viewing_from: time,
  opens_at: time,
  ends_at: time,
  state: saleState,
  opened_at: time.optional(),
  lot_count: count,
});

export const sale = saleRow.extend({
  lots: z.array(z.strictObject({ number: z.int().min(1), lot_id: lotId, title: z.string() })).max(24),
});

export const bidder = z.strictObject({
  id: bidderId,
  name: z.string(),
  email: z.email(),
  bid_limit: euros,
  committed: count.describe("The sum of the bids that lead."),
  available: z.int(),
  state: z.enum(["active", "suspended"]),
  watching: z.array(lotId).max(20),
  registered_at: time,
});

export const bid = z.strictObject({
  bid_id: z.string(),
  lot_id: lotId,
  bidder_id: bidderId,
  amount: euros,
  placed_at: time,
});

export const method = z.enum(["transfer", "card", "cash"]);
const sum = z.number().min(0);
const payment = z.strictObject({ payment_id: z.string(), amount: sum, method, received_at: time });

export const invoice = z.strictObject({
  id: invoiceId,
  lot_id: lotId,
  bidder_id: bidderId,
  hammer: sum,
  premium: sum,
  total: sum,
  paid: sum,
  balance: sum,
  payments: z.array(payment),
  state: z.enum(["open", "collected"]),
  issued_at: time,
  collected_at: time.optional(),
  collected_by: z.string().optional(),
});

export const paymentReceipt = z.strictObject({
  payment_id: z.string(),
  invoice_id: invoiceId,
  amount: sum,
  method,
  balance: sum,
});

export const catalogue = z.strictObject({
  sale_id: saleId,
  url: z.url(),
  file_name: z.string(),
  bytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  lot_count: count,
  expires_at: time,
});
