/** Fields of files. */

import { limits } from "../../../../generated/limits.ts";
import { attributes, type Html, html } from "../../../platform/html.ts";
import type { Translation } from "../../../texts/translate.ts";
import type { FileField, StoredFile } from "../../answers/answer.ts";
import type { Checked, PlainProblem, Problem } from "../../answers/problem.ts";
import { fileTally } from "../../answers/tallies/texts.ts";
import { acceptedEndings, acceptedFiles } from "../../uploads/upload.ts";
import type { ClientRule } from "../client/client-rule.ts";
import { presenceFilter } from "./filters.ts";
import { focusId, inputs } from "./inputs.ts";
import { idsIf, oneInput } from "./one-input.ts";
import type { FieldView } from "./view.ts";

export function fileKind(missing: PlainProblem) {
  return {
    ...oneInput,
    missing: () => missing,
    check: checkFiles,
    sample: () => undefined,
    tally: fileTally,
    filter: () => presenceFilter,
    rules(field: FileField, say: (problem: Problem) => string): readonly ClientRule[] {
      const { count } = acceptedFiles(field);
      return [["files", null, count, say({ code: "max_files", count })]];
    },
    accepts: ({ id }: FileField, name: string) =>
      idsIf(name === inputs.removed(id), 2 * limits.files_per_field.max),
  };
}

/** Checks the number of files. Their types were checked when they were uploaded. */
function checkFiles(field: FileField, input: unknown): Checked<readonly StoredFile[]> {
  const files = input as readonly StoredFile[];
  if (files.length === 0) return undefined;
  const { count } = acceptedFiles(field);
  return files.length > count ? { problem: { code: "max_files", count } } : { answer: files };
}

export function fileInput({ field, aria }: FieldView<FileField>): Html {
  const { count } = acceptedFiles(field);
  const values = attributes({
    type: "file",
    class: "input file",
    id: focusId(field),
    name: inputs.answer(field.id),
    accept: acceptedEndings(field)
      .map((extension) => `.${extension}`)
      .join(","),
    multiple: count > 1,
  });
  return html`<input${values}${aria}>`;
}

/** The files that the server has. A ticked checkbox removes one, also without scripts. */
export function keptFiles({ field, t, files, removed }: FieldView<FileField>): Html {
  return html`
    <ul class="files">
      ${files.map(
        ({ id, name, size_bytes }) => html`
          <li class="file-row">
            <span class="file-name">${name}</span>
            <span class="file-size">${fileSize(t.number, size_bytes)}</span>
            <label class="file-remove">
              <input
                type="checkbox"
                name="${inputs.removed(field.id)}"
                value="${id}"${attributes({ checked: removed?.has(id) })}
              >
              <span>${t.say("remove")}<span class="vh"> ${name}</span></span>
            </label>
          </li>
        `,
      )}
    </ul>
  `;
}

function fileSize(number: (value: number) => string, bytes: number): string {
  if (bytes < 1_000_000) return `${number(Math.ceil(bytes / 1000))} kB`;
  return `${number(Math.round(bytes / 100_000) / 10)} MB`;
}

/** A longer list of extensions is replaced by a summary. */
const MAX_NAMED = 12;

/** Such as "PDF, PNG or JPG". */
export function extensionNames(t: Translation, extensions: readonly string[]): string {
  const named = extensions.filter((extension) => extension !== "jpeg");
  if (named.length > MAX_NAMED) return t.say("file_kinds");
  return t.anyOf(named.map((extension) => extension.toUpperCase()));
}
