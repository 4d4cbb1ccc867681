import type { FileUploadField } from "../../../generated/types.ts";
import { attributes, type Html, html } from "../../platform/html.ts";
import { acceptedFiles } from "../uploads/upload.ts";
import type { QuestionKind } from "./kind.ts";
import { extensionNames, fileInput, fileKind, keptFiles } from "./parts/files.ts";
import type { FieldView } from "./parts/view.ts";

/** Files of the respondent. */
export const fileUpload: QuestionKind<FileUploadField> = {
  ...fileKind("required_file"),
  own: { required: true, validation: true },
  hints: (view) => [hint(view)],
  input,
  script: () => "uploads",
};

function input(view: FieldView<FileUploadField>): Html {
  const { field, t } = view;
  const { count, megabytes } = acceptedFiles(field);
  const words = attributes({
    "data-upload": field.id,
    "data-max": count,
    "data-megabytes": megabytes,
    "data-choose": t.say(count === 1 ? "choose_file" : "choose_files"),
    "data-uploading": t.say("uploading", { name: "{name}" }),
    "data-failed": t.say("upload_failed", { name: "{name}" }),
    "data-too-large": t.say("max_file_size", { size: megabytes }),
    "data-added": t.say("file_added", { name: "{name}" }),
    "data-remove": t.say("remove"),
  });
  return html`<div class="upload"${words}>${keptFiles(view)}${fileInput(view)}</div>`;
}

/** A sentence that says which files may be uploaded. */
function hint({ field, t }: Omit<FieldView<FileUploadField>, "aria">): string {
  const { extensions, count, megabytes: size } = acceptedFiles(field);
  const hint = t.say(count === 1 ? "file_hint" : "files_hint", {
    types: extensionNames(t, extensions),
    size,
    count,
  });
  return hint.charAt(0).toLocaleUpperCase(t.language) + hint.slice(1);
}
