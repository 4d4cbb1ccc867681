/** The list of a form's versions, each with its author and its changes. */
import type { FormOverview } from "../../../../../forms/overview.ts";
import type { FormVersion } from "../../../../../forms/versions.ts";
import { type Html, html } from "../../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import { rowList } from "../../../../components/blocks/rows.ts";
import { formHead } from "../form-head.ts";
import { type ChangeTexts, changeList, olderLink } from "../parts.ts";
import { originText, versionName } from "./parts.ts";

export interface ListedVersion extends FormVersion {
  /** The changes since an earlier version; undefined: none is kept. */
  readonly changes: (ChangeTexts & { readonly since: number }) | undefined;
}

/** The changes that are not published: when they were changed last, and by whom. */
export type KeptChanges = Pick<FormVersion, "createdAt" | "author"> & { readonly changes: ChangeTexts };

export interface VersionListView {
  readonly t: OwnerTranslation;
  readonly form: FormOverview;
  /** Undefined: there are none, or the list does not begin with the newest version. */
  readonly kept: KeptChanges | undefined;
  readonly versions: readonly ListedVersion[];
  /** Whether the list begins with the newest version. */
  readonly isFirst: boolean;
  /** The first version of the next page. */
  readonly next: number | undefined;
}

export function versionList(view: VersionListView): Html {
  const { t, form, kept, versions, isFirst, next } = view;
  const address = `/forms/${form.id}/versions`;
  const last = versions.at(-1);
  const rows = versions.map((version) => versionRow(view, version));
  return html`
    ${formHead(t, form, "versions")}
    <h2 class="sub">${t.say("versions_title")}</h2>
    <p class="lead">${t.say("versions_text")}</p>
    ${!isFirst && html`<p class="open"><a href="${address}">${t.say("versions_newest")}</a></p>`}
    ${
      last === undefined
        ? html`<p class="empty">${t.say("versions_no_older")}</p>`
        : rowList([...(kept ? [keptRow(view, kept)] : []), ...rows], "versions")
    }
    ${last && next !== undefined && olderLink(t.say("versions_older"), `${address}?before=${last.version}`)}
  `;
}

function keptRow({ t, form }: VersionListView, kept: KeptChanges): Html {
  const name = t.say("pending_title");
  return html`
    <li>
      <h3>${name}</h3>
      <p class="soft">${originText(t, kept)}</p>
      ${changeList(t, kept.changes)}
      <div class="tools">
        <a href="/forms/${form.id}/preview">${t.say("versions_open")}<span class="vh">: ${name}</span></a>
        <a href="/forms/${form.id}#changes">${t.say("pending_publish")}</a>
      </div>
    </li>
  `;
}

function versionRow({ t, form }: VersionListView, version: ListedVersion): Html {
  const name = versionName(t, version);
  const address = `/forms/${form.id}/versions/${version.version}`;
  const isPresent = version.version === form.version;
  // The links of all versions have the same text, so screen readers read the version, too.
  const link = (to: string, text: "versions_open" | "versions_compare" | "versions_back") =>
    html`<a href="${to}">${t.say(text)}<span class="vh">: ${name}</span></a>`;
  return html`
    <li>
      <h3>${name} ${isPresent && html`<span class="chip published">${t.say("versions_present")}</span>`}</h3>
      <p class="soft">${originText(t, version)}</p>
      ${changesOf(t, version)}
      <div class="tools">
        ${link(address, "versions_open")}
        ${!isPresent && link(`${address}/compare`, "versions_compare")}
        ${!isPresent && form.status !== "archived" && link(`${address}/compare#back`, "versions_back")}
      </div>
    </li>
  `;
}

function changesOf(t: OwnerTranslation, { version, changes }: ListedVersion): Html {
  if (changes === undefined) return html`<p>${t.say("versions_first")}</p>`;
  const { since } = changes;
  const isNext = since === version - 1;
  return html`
    ${!isNext && html`<p class="soft">${t.say("versions_since", { number: String(since) })}</p>`}
    ${changeList(t, changes)}
  `;
}
