/** Reads the structure of a preview from the editor's post or from a proposal. */
import type { FormStructure } from "../../../../../generated/types.ts";
import { inputs } from "../../../../forms/fields/parts/inputs.ts";
import { structureProblems } from "../../../../forms/structure/check.ts";
import { readStructure } from "../../../../forms/structure/fits-schema.ts";
import { placedTexts } from "../../../../forms/structure/places.ts";
import { openProposal } from "../../../../forms/update/proposal.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import type { AcceptInput, FormValues } from "../../../form-body.ts";
import { shownStructure } from "../../../respondent/public-form/one-question.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import { reasonText } from "../refusal-text.ts";
import { notJson } from "../structure-text.ts";
import type { Previewed } from "./preview-page.ts";

/** The maximum size of an input, which is a structure. */
export const STRUCTURE_BYTES = 2_000_000;

/** Accepts all inputs, because the edited form can have any fields, and the inputs of the editor. */
export const previewInputs: AcceptInput = (name) =>
  name === "structure" || name === "proposal" || name === inputs.ticket
    ? { values: 1, length: STRUCTURE_BYTES }
    : { values: 302, length: 20_000 };

/** Reads the structure of the editor, or of a proposal; undefined: neither was sent. */
export function readSent(
  { site, account, t }: OwnerRequest<"proposals">,
  formId: string,
  values: FormValues,
): Pick<Previewed, "structure" | "places"> | { readonly problem: string } | undefined {
  const sealed = values.get("proposal");
  if (sealed !== undefined) {
    const proposal = openProposal(site.proposals, account.id, formId, sealed, site.clock());
    const { structure } = proposal.draft;
    removeCondition(structure, values.get("field"));
    return { structure: shownStructure(structure) };
  }
  const text = values.get("structure");
  if (text === undefined) return undefined;
  try {
    const read = readStructure(JSON.parse(text));
    const problems = "problems" in read ? read.problems : structureProblems(read.structure);
    if ("structure" in read && problems.length === 0) {
      removeCondition(read.structure, values.get("field"));
      const places = new Map(placedTexts(read.structure).map(({ value, path }) => [value, path]));
      return { structure: shownStructure(read.structure), places };
    }
    const [first] = problems;
    return {
      problem: first
        ? t.say("refused_at", {
            path: namePlace(t, JSON.parse(text), first.path),
            text: reasonText(t, first),
          })
        : "",
    };
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: notJson(t, error.message) };
    throw error;
  }
}

/** Removes the condition of the selected question, so the preview always shows it. */
function removeCondition({ pages }: FormStructure, fieldId: string | undefined): void {
  for (const field of pages.flatMap((page) => page.fields)) if (field.id === fieldId) delete field.visible_if;
}

/** Names the target of a path: the label of a question, the name of a calculation, or the path. */
function namePlace(t: OwnerTranslation, structure: Partial<FormStructure>, path: string): string {
  const [, page, field] = /^\/pages\/(\d+)\/fields\/(\d+)/.exec(path) ?? [];
  const [, index] = /^\/calculations\/(\d+)/.exec(path) ?? [];
  const question = structure.pages?.[Number(page)]?.fields?.[Number(field)];
  const place = question ?? structure.calculations?.[Number(index)];
  const text = place?.label?.[structure.default_language ?? "en"] ?? place?.id;
  return typeof text === "string" ? t.say("quoted", { text }) : path;
}
