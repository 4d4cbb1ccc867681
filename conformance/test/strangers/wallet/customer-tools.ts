/** The tools for customers and their wallets. */
import { z } from "zod";
import { book, closeWallet, createCustomer, openWallet, verifyCustomer } from "./customers.ts";
import { matches, partOf } from "./lists.ts";
import * as shapes from "./schemas.ts";
import { adds, changes, type Registration, reads, tool } from "./tool.ts";
import { showCustomer, showStatement, showWallet } from "./views.ts";

const customerTools: readonly Registration[] = [
  tool("create_customer", {
    description: "Create a customer. New customers are pending until they are verified.",
    annotations: adds,
    input: {
      name: z.string().min(1).max(100).describe("Full name"),
      email: z.string().min(5).max(200).describe("Email address"),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .default("DE")
        .describe("ISO 3166 country code"),
      idempotency_key: shapes.idempotencyKey,
    },
    run: (input, bank) =>
      bank.once("create_customer", input, () => ({
        customer: showCustomer(bank, createCustomer(bank, input)),
      })),
  }),
  tool("list_customers", {
    description: "List customers, oldest first. Filters are combined.",
    annotations: reads,
    input: {
      status: z.enum(["pending", "verified"]).optional().describe("Only customers with this status"),
      query: z.string().min(1).max(100).optional().describe("Part of the name, case-insensitive"),
      ...shapes.part,
    },
    run: ({ status, query = "", ...part }, bank) => {
      const rows = [...bank.customers.values()].map((each) => showCustomer(bank, each));
      const { part: customers, total } = partOf(
        rows,
        part,
        (each) => matches(each, { status }) && each.name.toLowerCase().includes(query.toLowerCase()),
      );
      return { customers, total };
    },
  }),
  tool("verify_customer", {
    description: "Mark a customer as verified, after the identity document was checked.",
    annotations: changes,
    input: {
      customer_id: shapes.customerId,
      document_number: z.string().min(4).max(30).describe("Number of the identity document"),
    },
    run: ({ customer_id }, bank) => ({ customer: showCustomer(bank, verifyCustomer(bank, customer_id)) }),
  }),
];

const walletTools: readonly Registration[] = [
  tool("open_wallet", {
    description: "Open a wallet for a customer. A customer has one open wallet per currency.",
    annotations: adds,
    input: {
      customer_id: shapes.customerId,
      currency: shapes.currency,
      label: z.string().min(1).max(50).optional().describe("Label shown to the customer"),
    },
    run: ({ customer_id, currency, label = null }, bank) =>
      showWallet(bank, openWallet(bank, customer_id, currency, label)),
  }),
  tool("get_wallet", {
    description: "Get a wallet with its balance. Amounts are in minor units.",
    annotations: reads,
    input: { wallet_id: shapes.walletId },
    run: ({ wallet_id }, bank) => showWallet(bank, bank.wallet(wallet_id)),
  }),
  tool("list_wallets", {
    description: "List wallets, oldest first. Filters are combined.",
    annotations: reads,
    input: {
      customer_id: shapes.customerId.optional(),
      currency: shapes.currency.optional(),
      status: z.enum(["open", "closed"]).optional(),
      ...shapes.part,
    },
    run: ({ limit, offset, ...filters }, bank) => {
      const rows = [...bank.wallets.values()].map((each) => showWallet(bank, each));
      const { part, total } = partOf(rows, { limit, offset }, (each) => matches(each, filters));
      return { wallets: part, total };
    },
  }),
  tool("top_up_wallet", {
    description: "Book money that has arrived for a wallet. Amounts are in minor units.",
    annotations: adds,
    input: {
      wallet_id: shapes.walletId,
      amount: shapes.minorAmount,
      reference: z.string().min(1).max(140).optional().describe("Reference on the statement"),
      idempotency_key: shapes.idempotencyKey,
    },
    run: (input, bank) =>
      bank.once("top_up_wallet", input, () => {
        const wallet = bank.openWallet(input.wallet_id);
        const { amount, reference = null } = input;
        book(wallet, { at: bank.now, kind: "top_up", amount, reference });
        return showWallet(bank, wallet);
      }),
  }),
  tool("close_wallet", {
    description: "Close an empty wallet without cards and standing orders. This cannot be undone.",
    annotations: changes,
    input: { wallet_id: shapes.walletId },
    run: ({ wallet_id }, bank) => showWallet(bank, closeWallet(bank, wallet_id)),
  }),
  tool("get_statement", {
    description: "Get the statement of a wallet for one month (Europe/Berlin).",
    annotations: reads,
    input: { wallet_id: shapes.walletId, month: shapes.month },
    run: ({ wallet_id, month }, bank) => showStatement(bank, wallet_id, month),
  }),
];

export const accountTools: readonly Registration[] = [...customerTools, ...walletTools];
