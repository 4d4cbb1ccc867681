/** The tools for vaccinations and prescriptions. */
import { z } from "zod";
import {
  cancelPrescription,
  dispense,
  findPrescription,
  findVaccination,
  prescribe,
  renew,
  vaccinate,
  vaccinationsOf,
  voidVaccination,
} from "./medicine.ts";
import * as shapes from "./shapes.ts";
import { text } from "./shapes.ts";
import { defineTool, type Tool } from "./tool.ts";
import { listPage } from "./views.ts";

const vaccinationTools: readonly Tool[] = [
  defineTool({
    name: "give_vaccination",
    mode: "change",
    scope: "medical:write",
    title: "Give a vaccination",
    description:
      "Notes a vaccination. It takes the place of an earlier one with the same vaccine that is still valid. Rabies is boosted after three years, all else after one.",
    input: z.strictObject({
      animal_id: shapes.animalId,
      vaccine: shapes.vaccine,
      batch: z
        .string()
        .regex(/^[A-Z0-9-]{3,20}$/)
        .describe("Number of the batch."),
    }),
    output: shapes.vaccination,
    run: (input, { practice }) => vaccinate(practice.records, input),
  }),
  defineTool({
    name: "get_vaccination",
    mode: "read",
    scope: "records:read",
    title: "Get a vaccination",
    description: "Shows a vaccination and whether it still protects.",
    input: z.strictObject({ vaccination_id: shapes.vaccinationId }),
    output: shapes.vaccination,
    run: ({ vaccination_id }, { practice }) => findVaccination(practice.records, vaccination_id),
  }),
  defineTool({
    name: "list_vaccinations",
    mode: "read",
    scope: "records:read",
    title: "List vaccinations",
    description: "Lists the vaccinations of an animal, the latest first.",
    input: z.strictObject({
      animal_id: shapes.animalId,
      state: shapes.vaccinationState.optional(),
      vaccine: shapes.vaccine.optional(),
      ...shapes.paging,
    }),
    output: shapes.page("vaccinations", shapes.vaccination),
    run: (input, caller) => {
      const { records } = caller.practice;
      const { state, vaccine } = input;
      const { items, ...rest } = listPage(caller, input, {
        name: "vaccinations",
        rows: vaccinationsOf(records, records.animal(input.animal_id).id),
        isDescending: true,
        sortedBy: ({ given_at }) => given_at,
        fits: (vaccination) =>
          (state === undefined || vaccination.state === state) &&
          (vaccine === undefined || vaccination.vaccine === vaccine),
      });
      return { vaccinations: [...items], ...rest };
    },
  }),
  defineTool({
    name: "void_vaccination",
    mode: "change",
    scope: "medical:write",
    title: "Void a vaccination",
    description: "Marks a vaccination that was entered by mistake. It no longer counts.",
    input: z.strictObject({ vaccination_id: shapes.vaccinationId, reason: text(3, 200) }),
    output: shapes.vaccination,
    run: ({ vaccination_id, reason }, { practice }) =>
      voidVaccination(practice.records, vaccination_id, reason),
  }),
];

const onePrescription = z.strictObject({ prescription_id: shapes.prescriptionId });

const prescriptionTools: readonly Tool[] = [
  defineTool({
    name: "prescribe",
    mode: "add",
    scope: "medical:write",
    title: "Prescribe a drug",
    description:
      'Writes a prescription. It is good for 180 days and dispensed as often as "fills" says, the first time included.',
    input: z.strictObject({
      animal_id: shapes.animalId,
      drug: text(2, 80),
      dosage: text(2, 120),
      fills: shapes.fills.default(1),
    }),
    output: shapes.prescription,
    run: (input, { practice }) => prescribe(practice.records, input),
  }),
  defineTool({
    name: "get_prescription",
    mode: "read",
    scope: "records:read",
    title: "Get a prescription",
    description: "Shows a prescription and how often it may still be dispensed.",
    input: onePrescription,
    output: shapes.prescription,
    run: ({ prescription_id }, { practice }) => findPrescription(practice.records, prescription_id),
  }),
  defineTool({
    name: "dispense",
    mode: "change",
    scope: "medical:write",
    title: "Dispense a prescription",
    description: "Hands out the drug of a prescription once more.",
    input: onePrescription.extend({
      request_id: shapes.requestId("A call that is sent again with this id counts once.").optional(),
    }),
    output: shapes.prescription,
    run: (input, { practice: { records, requests } }) =>
      requests.once("dispense", input, () => dispense(records, input.prescription_id)),
  }),
  defineTool({
    name: "renew_prescription",
    mode: "add",
    scope: "medical:write",
    title: "Renew a prescription",
    description:
      "Writes a new prescription like an earlier one, with all its fills. The earlier one stays as it is. A cancelled one is not renewed.",
    input: onePrescription,
    output: shapes.prescription,
    run: ({ prescription_id }, { practice }) => renew(practice.records, prescription_id),
  }),
  defineTool({
    name: "cancel_prescription",
    mode: "change",
    scope: "medical:write",
    title: "Cancel a prescription",
    description: "Cancels a prescription. It is not dispensed again.",
    input: onePrescription,
    output: shapes.prescription,
    run: ({ prescription_id }, { practice }) => cancelPrescription(practice.records, prescription_id),
  }),
];

export const medicalTools: readonly Tool[] = [...vaccinationTools, ...prescriptionTools];
