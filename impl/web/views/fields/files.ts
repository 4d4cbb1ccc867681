/** Inputs of files and signatures. */
import type { FileUploadField, SignatureField } from "../../../../generated/types.ts";
import type { FileField } from "../../../answers/answer.ts";
import { acceptedExtensions, maxMegabytes } from "../../../files/upload.ts";
import { focusId, inputs } from "../../../forms/fields/inputs.ts";
import { maxFiles } from "../../../forms/fields/parts/files.ts";
import { attributes, type Html, html } from "../../../markup/html.ts";
import { extensionNames } from "../problem-text.ts";
import type { FieldView } from "./field-view.ts";

export function fileUpload(view: FieldView<FileUploadField>): Html {
  const { field, t } = view;
  const words = attributes({
    "data-upload": field.id,
    "data-max": maxFiles(field),
    "data-megabytes": maxMegabytes(field),
    "data-choose": t.say(maxFiles(field) === 1 ? "choose_file" : "choose_files"),
    "data-uploading": t.say("uploading", { name: "{name}" }),
    "data-failed": t.say("upload_failed", { name: "{name}" }),
    "data-too-large": t.say("max_file_size", { size: maxMegabytes(field) }),
    "data-added": t.say("file_added", { name: "{name}" }),
    "data-remove": t.say("remove"),
  });
  return html`<div class="upload"${words}>${keptFiles(view)}${fileInput(view)}</div>`;
}

/** A sentence that says which files may be uploaded. */
export function fileHint({ field, t }: FieldView<FileField>): string {
  const types = extensionNames(t, acceptedExtensions(field));
  const values = { types, size: maxMegabytes(field), count: maxFiles(field) };
  const hint = t.say(maxFiles(field) === 1 ? "file_hint" : "files_hint", values);
  return hint.charAt(0).toLocaleUpperCase(t.language) + hint.slice(1);
}

export function signature(view: FieldView<SignatureField>): Html {
  const { t } = view;
  const words = attributes({
    "data-draw": t.say("sign_draw"),
    "data-type": t.say("sign_type"),
    "data-here": t.say("sign_here"),
    "data-name": t.say("sign_name"),
    "data-clear": t.say("sign_clear"),
  });
  return html`<div class="sign" data-sign${words}>${keptFiles(view)}<div class="sign-file"><p class="hint">${t.say("sign_upload")}</p>${fileInput(view)}</div></div>`;
}

function fileInput({ field, aria }: FieldView<FileField>): Html {
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
function keptFiles({ field, t, files }: FieldView<FileField>): Html {
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
