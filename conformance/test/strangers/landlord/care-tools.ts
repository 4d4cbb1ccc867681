/** The tools for repairs and keys. */
import { z } from "zod";
import { handOutKey, returnKey } from "./keys.ts";
import { bookVisit, finishRepair, reportRepair } from "./repairs.ts";
import * as shapes from "./schemas.ts";
import { adds, changes, type Registration, reads, tool } from "./tool.ts";
import { matches, partOf } from "./views.ts";

const { text } = shapes;
const oneRepair = { repair: shapes.repair };

const repairTools: readonly Registration[] = [
  tool("report_repair", {
    scope: "office:write",
    title: "report a repair",
    description: "Notes what is broken in a unit.",
    annotations: adds,
    input: {
      unit_id: shapes.unitId,
      title: text(1, 120),
      details: text(1, 2000).nullable().optional(),
      urgency: shapes.urgency.default("can wait"),
      request_id: shapes.requestId,
    },
    output: oneRepair,
    run: (input, { office }) =>
      office.once("report_repair", input, () => ({ repair: reportRepair(office, input) })),
  }),
  tool("list_repairs", {
    scope: "office:read",
    title: "list repairs",
    description: "Lists the repairs that fit all filters, the first ones first.",
    annotations: reads,
    input: {
      unit_id: shapes.unitId.optional(),
      status: shapes.repairStatus.optional(),
      urgency: shapes.urgency.optional(),
      words: text(1, 80).optional().describe("A part of the title."),
      ...shapes.part,
    },
    output: { repairs: z.array(shapes.repair), total: shapes.total },
    run: ({ offset, limit, words = "", ...filters }, { office }) => {
      office.checkFilters(filters);
      const { part, total } = partOf(
        office.repairs.values(),
        { offset, limit },
        (repair) => matches(repair, filters) && repair.title.toLowerCase().includes(words.toLowerCase()),
      );
      return { repairs: part, total };
    },
  }),
  tool("book_visit", {
    scope: "office:write",
    title: "book a visit",
    description: "Books the visit of a contractor, or moves it. A contractor has one visit in a slot.",
    annotations: changes,
    input: {
      repair_id: shapes.repairId,
      contractor: text(1, 80),
      visit_on: shapes.day.describe("Today, or up to 90 days ahead."),
      slot: shapes.slot,
    },
    output: oneRepair,
    run: (input, { office }) => ({ repair: bookVisit(office, input) }),
  }),
  tool("finish_repair", {
    scope: "office:write",
    title: "finish a repair",
    description: "Notes that a repair is done.",
    annotations: changes,
    input: { repair_id: shapes.repairId, cost: shapes.amount.nullable().optional() },
    output: oneRepair,
    run: ({ repair_id, cost = null }, { office }) => ({ repair: finishRepair(office, repair_id, cost) }),
  }),
];

const keyTools: readonly Registration[] = [
  tool("hand_out_key", {
    scope: "office:write",
    title: "hand out a key",
    description: "Notes that the tenant of a lease got a key of the unit.",
    annotations: adds,
    input: { lease_id: shapes.leaseId, label: text(1, 60).default("front door") },
    output: { key: shapes.key },
    run: ({ lease_id, label }, { office }) => ({ key: handOutKey(office, lease_id, label) }),
  }),
  tool("return_key", {
    scope: "office:write",
    title: "return a key",
    description: "Notes that a key is back in the office.",
    annotations: changes,
    input: { key_id: shapes.keyId },
    output: { key: shapes.key },
    run: ({ key_id }, { office }) => ({ key: returnKey(office, key_id) }),
  }),
  tool("list_keys", {
    scope: "office:read",
    title: "list keys",
    description: "Lists the keys that were handed out, the first ones first.",
    annotations: reads,
    input: {
      unit_id: shapes.unitId.optional(),
      lease_id: shapes.leaseId.optional(),
      status: shapes.keyStatus.optional(),
      ...shapes.part,
    },
    output: { keys: z.array(shapes.key), total: shapes.total },
    run: ({ offset, limit, ...filters }, { office }) => {
      office.checkFilters(filters);
      const { part, total } = partOf(office.keys.values(), { offset, limit }, (key) => matches(key, filters));
      return { keys: part, total };
    },
  }),
];

export const careTools: readonly Registration[] = [...repairTools, ...keyTools];
