/** The notice above the preview of an earlier version. */
import type { FormOverview } from "../../../../../forms/overview.ts";
import type { FormVersion } from "../../../../../forms/versions.ts";
import { type Html, html } from "../../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import { actions, linkButton } from "../../../../components/controls/buttons.ts";
import { originText, versionName } from "../versions/parts.ts";

/** Says which version is shown, and links to its comparison with the present one. */
export function versionNotice(
  t: OwnerTranslation,
  form: Pick<FormOverview, "id" | "version">,
  version: FormVersion,
): Html {
  const list = `/forms/${form.id}/versions`;
  const all = linkButton({ text: t.say("versions_all"), look: "quiet", address: list });
  const address = `${list}/${version.version}/compare`;
  const compare =
    version.version !== form.version &&
    linkButton({ text: t.say("versions_compare"), look: "quiet", address });
  return html`
    <p><b>${versionName(t, version)}</b> · ${originText(t, version)}</p>
    <p>${t.say("versions_preview")}</p>
    ${actions(compare, all)}
  `;
}
