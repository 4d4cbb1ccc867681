/** The choice beside a new password: access tokens and connected apps stay valid, or end. */
import { type Html, html } from "../../../platform/html.ts";
import type { OwnerTranslation } from "../../../texts/owner/owner-texts.ts";
import { checkBox } from "../../components/controls/boxes.ts";

export function endTokensChoice(t: OwnerTranslation): Html {
  return html`
    ${checkBox({ name: "end_tokens", value: "yes", text: t.say("end_tokens") })}
    <p class="hint">${t.say("end_tokens_text")}</p>
  `;
}

/** Reads the choice. */
export function readEndTokens(values: { get(name: string): string | undefined }): "stay" | "end" {
  return values.get("end_tokens") === "yes" ? "end" : "stay";
}
