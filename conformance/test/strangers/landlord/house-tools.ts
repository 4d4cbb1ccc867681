/** The tools for properties, units and tenants. */
import { z } from "zod";
import { isBroken } from "./breaks.ts";
import * as shapes from "./schemas.ts";
import { adds, type Registration, reads, tool } from "./tool.ts";
import { hasWords, matches, partOf, showProperty, showTenant, showUnit } from "./views.ts";

const { text } = shapes;

const propertyTools: readonly Registration[] = [
  tool("add_property", {
    scope: "office:write",
    title: "add a property",
    description: "Adds a house to the books.",
    annotations: adds,
    input: {
      name: text(1, 80),
      street: text(1, 120),
      city: text(1, 80),
      built: z.int().min(1200).max(2100).nullable().optional().describe("Year."),
    },
    output: { property: shapes.property },
    run: ({ built = null, ...rest }, { office }) => ({
      property: showProperty(office, office.add(office.properties, "P", { ...rest, built })),
    }),
  }),
  tool("list_properties", {
    scope: "office:read",
    title: "list properties",
    description: "Lists the houses, the first ones first.",
    annotations: reads,
    input: { words: text(1, 80).optional().describe("A part of the name or the street."), ...shapes.part },
    output: { properties: z.array(shapes.property), total: shapes.total },
    run: ({ words, ...range }, { office }) => {
      const fits = ({ name, street }: { name: string; street: string }) => hasWords(words, name, street);
      const { part, total } = partOf(office.properties.values(), range, fits);
      return { properties: part.map((property) => showProperty(office, property)), total };
    },
  }),
];

const unitTools: readonly Registration[] = [
  tool("add_unit", {
    scope: "office:write",
    title: "add a unit",
    description: "Adds a flat or a shop to a property.",
    annotations: adds,
    input: {
      property_id: shapes.propertyId,
      name: text(1, 60),
      rooms: z.int().min(1).max(30),
      area_m2: z.number().min(5).max(2000).nullable().optional(),
      keys: z.int().min(1).max(20).default(3).describe("How many keys the unit has."),
    },
    output: { unit: shapes.unit },
    run: ({ area_m2 = null, ...rest }, { office }) => {
      office.find(office.properties, "property", rest.property_id);
      return { unit: showUnit(office, office.add(office.units, "U", { ...rest, area_m2 })) };
    },
  }),
  tool("list_units", {
    scope: "office:read",
    title: "list units",
    description: "Lists the units that fit all filters, the first ones first.",
    annotations: reads,
    input: {
      property_id: shapes.propertyId.optional(),
      status: shapes.unitStatus.optional(),
      min_rooms: z.int().min(1).max(30).optional(),
      ...shapes.part,
    },
    output: { units: z.array(shapes.unit), total: shapes.total },
    run: ({ offset, limit, min_rooms = 1, ...filters }, { office }) => {
      office.checkFilters(filters);
      const rows = office.units.values().map((unit) => showUnit(office, unit));
      const { part, total } = partOf(
        rows,
        { offset, limit },
        (unit) => matches(unit, filters) && unit.rooms >= min_rooms,
      );
      return { units: part, total };
    },
  }),
];

const tenantTools: readonly Registration[] = [
  tool("add_tenant", {
    scope: "office:write",
    title: "add a tenant",
    description: "Adds a tenant. Phone and email are shown to callers with the scope contacts:read.",
    annotations: adds,
    input: {
      name: text(1, 100),
      phone: z
        .string()
        .regex(/^\+[0-9]{6,15}$/)
        .nullable()
        .optional(),
      email: z.email().max(120).nullable().optional(),
    },
    output: { tenant: shapes.tenant },
    run: ({ name, phone = null, email = null }, { office, scopes }) => {
      const tenant = office.add(office.tenants, "T", { name, phone, email });
      return { tenant: showTenant(office, tenant, scopes.includes("contacts:read")) };
    },
  }),
  tool("list_tenants", {
    scope: "office:read",
    title: "list tenants",
    description: "Lists the tenants, the first ones first.",
    annotations: reads,
    input: { name: text(1, 80).optional().describe("A part of the name."), ...shapes.part },
    output: { tenants: z.array(shapes.tenant), total: shapes.total },
    run: ({ name, ...range }, { office, scopes }) => {
      const { part, total } = partOf(office.tenants.values(), range, (tenant) => hasWords(name, tenant.name));
      const seesContacts = scopes.includes("contacts:read") || isBroken("phone-in-list");
      return { tenants: part.map((tenant) => showTenant(office, tenant, seesContacts)), total };
    },
  }),
];

export const houseTools: readonly Registration[] = [...propertyTools, ...unitTools, ...tenantTools];
