/** Parts that the schemas of several tools have in common. */
import { z } from "zod";
import { roles } from "../books.ts";

export const clientId = z
  .string()
  .regex(/^cl_[0-9a-f]{16}$/)
  .describe("Id of a client.");
export const projectId = z
  .string()
  .regex(/^P-[0-9]{4,9}$/)
  .describe("Id of a project.");
export const entryId = z
  .string()
  .regex(/^te_[0-9a-f]{16}$/)
  .describe("Id of a time entry.");
export const expenseId = z.int().min(1).max(2_147_483_647).describe("Number of an expense.");
export const invoiceId = z
  .string()
  .regex(/^in_[0-9a-f]{16}$/)
  .describe("Id of an invoice. Its number is another thing.");
export const estimateId = z
  .string()
  .regex(/^est_[0-9a-f]{16}$/)
  .describe("Id of an estimate.");

export const name = z.string().min(1).max(120);
export const role = z.enum(roles);
export const day = z.iso.date();
export const time = z.iso.datetime();
export const cents = z.int().min(0);
export const requestId = z
  .string()
  .min(8)
  .max(64)
  .optional()
  .describe("Name a call with it. If you send the call again, it is done once.");

export const paging = {
  cursor: z.string().min(1).max(1200).optional().describe("next_cursor of the page before."),
  limit: z.int().min(1).max(50).optional().meta({ default: 20 }),
};

export const paged = {
  total: z.int().min(0).describe("How many fit, on all pages."),
  next_cursor: z.string().nullable().describe("Null on the last page."),
};
