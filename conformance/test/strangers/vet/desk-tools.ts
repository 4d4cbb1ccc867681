/** The tools for owners, their payments and their animals. */
import { z } from "zod";
import { isBroken } from "./breaks.ts";
import { Problem } from "./problem.ts";
import * as shapes from "./shapes.ts";
import { text } from "./shapes.ts";
import { defineTool, type Tool } from "./tool.ts";
import { contains, listPage, showAnimal, showOwner } from "./views.ts";

const ownerTools: readonly Tool[] = [
  defineTool({
    name: "register_owner",
    mode: "add",
    scope: "desk:write",
    title: "Register an owner",
    description: "Adds a person who brings animals to the practice.",
    input: z.strictObject({
      name: text(1, 80),
      phone: z
        .string()
        .regex(/^[+][0-9]{7,14}$/)
        .describe("In international form, such as +4930123456."),
      email: z.email().max(120).optional(),
      city: text(1, 60).optional(),
    }),
    output: shapes.owner,
    run: (input, caller) => showOwner(caller.practice.records.registerOwner(input), caller),
  }),
  defineTool({
    name: "get_owner",
    mode: "read",
    scope: "records:read",
    title: "Get an owner",
    description: "Shows an owner, and what is to be paid.",
    input: z.strictObject({ owner_id: shapes.ownerId }),
    output: shapes.owner,
    run: ({ owner_id }, caller) => showOwner(caller.practice.records.owner(owner_id), caller),
  }),
  defineTool({
    name: "list_owners",
    mode: "read",
    scope: "records:read",
    title: "List owners",
    description: "Lists the owners by name. A part of the name is enough.",
    input: z.strictObject({
      text: text(1, 80).describe("A part of the name.").optional(),
      city: text(1, 60).optional(),
      ...shapes.paging,
    }),
    output: shapes.page("owners", shapes.owner),
    run: (input, caller) => {
      const { items, ...rest } = listPage(caller, input, {
        name: "owners",
        rows: caller.practice.records.owners.values(),
        sortedBy: ({ name }) => name.toLowerCase(),
        fits: ({ name, city }) =>
          (input.text === undefined || contains(name, input.text)) &&
          (input.city === undefined || city === input.city),
      });
      return { owners: items.map((owner) => showOwner(owner, caller, true)), ...rest };
    },
  }),
  defineTool({
    name: "remove_owner",
    mode: "change",
    scope: "desk:write",
    title: "Remove an owner",
    description: "Removes an owner who has no animals here any more and owes nothing.",
    input: z.strictObject({ owner_id: shapes.ownerId }),
    output: z.strictObject({ removed: z.literal(true) }),
    run: ({ owner_id }, { practice }) => {
      practice.records.removeOwner(owner_id);
      return { removed: true as const };
    },
  }),
  defineTool({
    name: "record_payment",
    mode: "change",
    scope: "desk:write",
    title: "Record a payment",
    description: "Notes what an owner has paid. The balance of the owner falls by the amount.",
    input: z.strictObject({
      owner_id: shapes.ownerId,
      amount_cents: z.int().min(1).max(10_000_000),
      method: shapes.method,
      request_id: shapes.requestId("A payment that is sent again with this id is recorded once."),
    }),
    output: shapes.payment,
    run: (input, { practice: { records, requests } }) =>
      isBroken("payment-twice")
        ? records.pay(input)
        : requests.once("record_payment", input, () => records.pay(input)),
  }),
];

const animalTools: readonly Tool[] = [
  defineTool({
    name: "register_animal",
    mode: "add",
    scope: "desk:write",
    title: "Register an animal",
    description: "Adds an animal of an owner.",
    input: z.strictObject({
      owner_id: shapes.ownerId,
      name: text(1, 60),
      species: shapes.species,
      born_on: z.iso.date().describe("The day of birth, or a guess."),
      neutered: z.boolean().default(false),
      weight_kg: shapes.weight.optional(),
      chip: z
        .string()
        .regex(/^[0-9]{15}$/)
        .describe("Number of the microchip.")
        .optional(),
      allergies: shapes.allergies.default([]),
    }),
    output: shapes.animal,
    run: (input, caller) => showAnimal(caller.practice.records.registerAnimal(input), caller),
  }),
  defineTool({
    name: "get_animal",
    mode: "read",
    scope: "records:read",
    title: "Get an animal",
    description: "Shows the record of an animal.",
    input: z.strictObject({ animal_id: shapes.animalId }),
    output: shapes.animal,
    run: ({ animal_id }, caller) => showAnimal(caller.practice.records.animal(animal_id), caller),
  }),
  defineTool({
    name: "list_animals",
    mode: "read",
    scope: "records:read",
    title: "List animals",
    description: "Lists the animals of the practice or of an owner by name.",
    input: z.strictObject({
      owner_id: shapes.ownerId.optional(),
      species: shapes.species.optional(),
      neutered: z.boolean().optional(),
      text: text(1, 60).describe("A part of the name or of the chip.").optional(),
      ...shapes.paging,
    }),
    output: shapes.page("animals", shapes.animal),
    run: (input, caller) => {
      const { records } = caller.practice;
      const { owner_id, species, neutered } = input;
      if (owner_id !== undefined) records.owner(owner_id);
      const { items, ...rest } = listPage(caller, input, {
        name: "animals",
        rows: records.animals.values(),
        sortedBy: ({ name }) => name.toLowerCase(),
        fits: (animal) =>
          (owner_id === undefined || animal.owner_id === owner_id) &&
          (species === undefined || animal.species === species) &&
          (neutered === undefined || animal.neutered === neutered) &&
          (input.text === undefined ||
            contains(animal.name, input.text) ||
            contains(animal.chip, input.text)),
      });
      return { animals: items.map((animal) => showAnimal(animal, caller)), ...rest };
    },
  }),
  defineTool({
    name: "update_animal",
    mode: "change",
    scope: "desk:write",
    title: "Update an animal",
    description: "Changes the record of an animal. Allergies that are given replace those on record.",
    input: z.strictObject({
      animal_id: shapes.animalId,
      revision: z.int().min(1).describe("The revision that was read."),
      name: text(1, 60).optional(),
      neutered: z.boolean().optional(),
      weight_kg: shapes.weight.optional(),
      allergies: shapes.allergies.optional(),
    }),
    output: shapes.animal,
    run: ({ animal_id, revision, ...changes }, caller) => {
      const animal = caller.practice.records.animal(animal_id);
      const names = Object.keys(changes);
      const isOnlyWeight = names.length === 1 && names[0] === "weight_kg";
      if (revision !== animal.revision && !(isOnlyWeight && isBroken("stale-weight")))
        throw new Problem(
          "stale_revision",
          `The record is at revision ${animal.revision}. Read it with get_animal and decide anew.`,
        );
      Object.assign(animal, changes);
      if (names.length > 0) animal.revision += 1;
      return showAnimal(animal, caller);
    },
  }),
  defineTool({
    name: "remove_animal",
    mode: "change",
    scope: "desk:write",
    title: "Remove an animal",
    description:
      "Takes an animal off the register, because it has died or moved away. What was done stays on file.",
    input: z.strictObject({ animal_id: shapes.animalId }),
    output: z.strictObject({ removed: z.literal(true), owner_id: shapes.ownerId }),
    run: ({ animal_id }, { practice }) => {
      const { owner_id } = practice.records.removeAnimal(animal_id);
      return { removed: true as const, owner_id };
    },
  }),
];

export const deskTools: readonly Tool[] = [...ownerTools, ...animalTools];
