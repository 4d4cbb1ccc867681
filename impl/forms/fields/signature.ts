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
  const name = attributes({ "aria-label": t.say("sign_name"), placeholder: t.say("sign_name") });
  return html`
    <div class="sign" data-sign>
      ${keptFiles(view)}
      <div class="sign-file"><p class="hint">${t.say("sign_upload")}</p>${fileInput(view)}</div>
      <div class="sign-pad" hidden>
        <div class="pad-tools">
          <button type="button" class="quiet" aria-pressed="true">${t.say("sign_draw")}</button>
          <button type="button" class="quiet" aria-pressed="false">${t.say("sign_type")}</button>
          <button type="button" class="link clear">${t.say("clear")}</button>
        </div>
        <input class="input" autocomplete="name"${name} hidden>
        <div class="pad"><canvas></canvas><p>${t.say("sign_here")}</p></div>
      </div>
    </div>
  `;
}
