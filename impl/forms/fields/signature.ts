import type { SignatureField } from "../../../generated/types.ts";
import { attributes, type Html, html } from "../../platform/html.ts";
import type { QuestionKind } from "./kind.ts";
import { fileInput, fileKind, keptFiles } from "./parts/files.ts";
import type { FieldView } from "./parts/view.ts";

/** A drawn signature, or a picture of one. */
export const signature: QuestionKind<SignatureField> = {
  ...fileKind("required_signature"),
  own: { required: true },
  input,
  script: () => "signature",
};

function input(view: FieldView<SignatureField>): Html {
  const { t } = view;
  const words = attributes({
    "data-draw": t.say("sign_draw"),
    "data-type": t.say("sign_type"),
    "data-here": t.say("sign_here"),
    "data-name": t.say("sign_name"),
    "data-clear": t.say("clear"),
  });
  return html`
    <div class="sign" data-sign${words}>
      ${keptFiles(view)}
      <div class="sign-file"><p class="hint">${t.say("sign_upload")}</p>${fileInput(view)}</div>
    </div>
  `;
}
