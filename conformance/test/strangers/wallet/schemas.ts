/** The arguments of the tools, as zod shapes. Results are JSON in a text, and have no schema here. */
import { z } from "zod";

const idOf = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[a-z0-9]{8}$`));

export const customerId = idOf("cus").describe("Customer id, e.g. cus_k3j9x2ab");
export const walletId = idOf("wal").describe("Wallet id, e.g. wal_k3j9x2ab");
export const cardId = idOf("card").describe("Card id, e.g. card_k3j9x2ab");
export const paymentId = idOf("pay").describe("Payment id, e.g. pay_k3j9x2ab");
export const transferId = idOf("trf").describe("Transfer id, e.g. trf_k3j9x2ab");
export const orderId = idOf("so").describe("Standing order id, e.g. so_k3j9x2ab");

export const currency = z.enum(["EUR", "GBP", "JPY"]).describe("ISO 4217 currency code");
export const minorAmount = z
  .number()
  .int()
  .min(1)
  .max(10_000_000)
  .describe("Amount in minor units (cents; yen for JPY)");
export const amount = z
  .string()
  .regex(/^[0-9]{1,7}(\.[0-9]{2})?$/)
  .describe("Decimal amount, e.g. 12.50. Yen have no decimals.");
export const iban = z
  .string()
  .regex(/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/)
  .describe("IBAN of the recipient, without blanks");
export const recipient = z.string().min(1).max(70).describe("Name of the recipient");
export const month = z
  .string()
  .regex(/^20[0-9]{2}-(0[1-9]|1[0-2])$/)
  .describe("Month, e.g. 2026-11");
export const time = z.iso.datetime();

export const idempotencyKey = z
  .string()
  .min(8)
  .max(64)
  .optional()
  .describe("Send the same key again to retry safely");

export const part = {
  limit: z.number().int().min(1).max(100).default(20).describe("Page size"),
  offset: z.number().int().min(0).max(100_000).default(0).describe("Number of results to skip"),
};
