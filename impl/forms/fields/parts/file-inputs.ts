import type { FileField } from "../../../answers/answer.ts";
import { acceptedExtensions } from "../../../files/upload.ts";
import { attributes, type Html, html } from "../../../markup/html.ts";
import { focusId, inputs } from "../inputs.ts";
import type { FieldView } from "../view.ts";
import { maxFiles } from "./files.ts";

export function fileInput({ field, aria }: FieldView<FileField>): Html {
  const values = attributes({
    type: "file",
    class: "input file",
    id: focusId(field),
    name: inputs.answer(field.id),
    accept: acceptedExtensions(field)
      .map((extension) => `.${extension}`)
      .join(","),
    multiple: maxFiles(field) > 1,
  });
  return html`<input${values}${aria}>`;
}

/** The files that the server has. A ticked checkbox removes one, also without scripts. */
export function keptFiles({ field, t, files }: FieldView<FileField>): Html {
  return html`<ul class="files">${files.map(
    ({
      id,
      name,
      size_bytes,
    }) => html`<li class="file-row"><span class="file-name">${name}</span><span class="file-size">${fileSize(t.number, size_bytes)}</span>
<label class="file-remove"><input type="checkbox" name="${inputs.removed(field.id)}" value="${id}"><span>${t.say("remove")}<span class="vh"> ${name}</span></span></label></li>`,
  )}</ul>`;
}

function fileSize(number: (value: number) => string, bytes: number): string {
  if (bytes < 1_000_000) return `${number(Math.max(1, Math.round(bytes / 1000)))} kB`;
  return `${number(Math.round(bytes / 100_000) / 10)} MB`;
}
