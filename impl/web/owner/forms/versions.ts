/** `/forms/ID/versions`: the versions of a form, the comparison of one with the present version, and the way back to it. */
import { Refusal } from "@toolwright/runtime";
import type { FormStructure } from "../../../../generated/types.ts";
import { cloneForm } from "../../../forms/create/clone.ts";
import { withLaterParts } from "../../../forms/edits/later-parts.ts";
import { type FormOverview, formOverview } from "../../../forms/overview.ts";
import { mergedChanges } from "../../../forms/pending.ts";
import { updateForm } from "../../../forms/update/update.ts";
import { type FormVersion, findVersion, listVersions } from "../../../forms/versions.ts";
import { walkVersions } from "../../../responses/versions.ts";
import type { FormValues } from "../../form-body.ts";
import { type ReplyOptions, seeOther } from "../../reply.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { comparisonPage } from "../views/forms/versions/comparison.ts";
import { type KeptChanges, type ListedVersion, versionList } from "../views/forms/versions/list.ts";
import { versionName } from "../views/forms/versions/parts.ts";
import { listChangeTexts } from "./change-text.ts";
import { doneAddress, doneText } from "./done.ts";
import { refuseOnOverview } from "./overview.ts";
import { PageRefusal, type RefusalText, refusalText } from "./refusal-text.ts";
import { audit, handleRefusal } from "./refusals.ts";

type VersionsRequest = OwnerRequest<"formUrls" | "signUp" | "editForm" | "knownTranslation">;

/** The path segment of a version. */
export const VERSION = ":version{[1-9][0-9]{0,8}}";

export function readVersion({ c }: OwnerRequest): number {
  return Number(c.req.param("version"));
}

export const showVersions = refuseOnOverview(async (request: VersionsRequest, formId: string) => {
  const { c, t, site, account } = request;
  const before = /^[1-9]\d{0,8}$/.exec(c.req.query("before") ?? "")?.[0];
  const { db } = site.storage;
  const listed = await listVersions(
    db,
    account.id,
    formId,
    before === undefined ? undefined : Number(before),
  );
  const form = await formOverview(site.storage, account.id, formId, false);
  const versions = await withChanges(request, formId, listed.versions, listed.next);
  const isFirst = before === undefined;
  const kept = isFirst && form.pending ? await keptChanges(request, formId) : undefined;
  const main = versionList({ t, form, kept, versions, isFirst, next: listed.next });
  return request.reply({
    title: `${t.say("versions_title")}: ${form.title}`,
    main,
    notice: doneText(request),
  });
});

/** Describes the unpublished changes; undefined: somebody has published or discarded them meanwhile. */
async function keptChanges(
  { t, site, account }: VersionsRequest,
  formId: string,
): Promise<KeptChanges | undefined> {
  const form = await formOverview(site.storage, account.id, formId, true);
  const merged = await mergedChanges(site.storage.db, form);
  if (merged === undefined || form.pending === undefined) return undefined;
  const { changed_at: createdAt, changed_by: email, has_author } = form.pending;
  return {
    createdAt,
    // Only the browser keeps changes; those of agents are published at once.
    author: has_author ? { tool: "browser", email, name: null } : undefined,
    changes: listChangeTexts(t, { before: merged.published, after: merged.structure }),
  };
}

/** Adds the changes since the version before. One structure after the other is read, because each may have a megabyte. */
async function withChanges(
  { site, t }: VersionsRequest,
  formId: string,
  versions: readonly FormVersion[],
  next: number | undefined,
): Promise<ListedVersion[]> {
  const numbers = [...versions.map(({ version }) => version), ...(next === undefined ? [] : [next])];
  const changes = new Map<number, ListedVersion["changes"]>();
  let later: readonly [version: number, structure: FormStructure] | undefined;
  for await (const one of walkVersions(site.storage.db, formId, numbers)) {
    const [since, before] = one;
    if (later !== undefined)
      changes.set(later[0], { since, ...listChangeTexts(t, { before, after: later[1] }) });
    later = one;
  }
  return versions.map((version) => ({ ...version, changes: changes.get(version.version) }));
}

export const showComparison = refuseOnOverview((request: VersionsRequest, formId: string) =>
  replyComparison(request, formId),
);

async function replyComparison(
  request: VersionsRequest,
  formId: string,
  refused?: RefusalText,
  options: ReplyOptions = {},
): Promise<Response> {
  const { t, site, account, csrf } = request;
  const version = await findVersion(site.storage.db, account.id, formId, readVersion(request));
  const form = await formOverview(site.storage, account.id, formId, true);
  const present = form.structure!;
  const { structure } = version;
  const way = await findWayBack(request, form, structure);
  const main = comparisonPage({
    t,
    csrf,
    form,
    version,
    since: listChangeTexts(t, { before: structure, after: present }),
    back: listChangeTexts(t, { before: present, after: way.structure }),
    refused,
    impossible: way.impossible,
  });
  return request.reply({ title: `${versionName(t, version)}: ${form.title}`, main }, options);
}

/** The structure that going back makes. */
interface WayBack {
  readonly structure: FormStructure;
  /** Why it is not possible; undefined: it is. */
  readonly impossible?: RefusalText;
}

/**
 * Tries to go back without storing anything: to the version itself, and if that would lose answers, with what came later retired.
 */
async function findWayBack(
  request: VersionsRequest,
  form: FormOverview,
  earlier: FormStructure,
): Promise<WayBack> {
  const wish = { expectedRevision: form.revision, dryRun: true };
  let refused: Refusal | undefined;
  for (const structure of [earlier, withLaterParts(earlier, form.structure!)]) {
    try {
      await goBack(request, form, structure, wish);
      return { structure };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused ??= error;
      if (error.code !== "breaking_edit_blocked") break;
    }
  }
  return { structure: earlier, impossible: refusalText(request.t, refused!) };
}

/** Makes a version an unpublished change of a published form. Other forms get it as a new version, as the editor stores their edits. */
async function goBack(
  { site, account, t, c }: VersionsRequest,
  { id: formId, status, pending }: FormOverview,
  structure: FormStructure,
  { expectedRevision, dryRun }: { readonly expectedRevision: number; readonly dryRun: boolean },
): Promise<void> {
  if (status === "archived") throw new PageRefusal(t.say("versions_archived"));
  if (pending !== undefined) throw new PageRefusal(t.say("versions_pending"));
  const keep = status === "published";
  const update = { formId, edit: { structure }, expectedRevision, dryRun, keep };
  await updateForm(site, account.id, update, c.req.raw.signal);
}

export const postBack = refuseOnOverview(
  async (request: VersionsRequest, formId: string, values: FormValues) => {
    const { site, account, c } = request;
    const number = readVersion(request);
    const { structure } = await findVersion(site.storage.db, account.id, formId, number);
    return handleRefusal(
      async () => {
        const form = await formOverview(site.storage, account.id, formId, true);
        const expectedRevision = Number(values.get("revision")) || 0;
        const way = await findWayBack(request, form, structure);
        await goBack(request, form, way.structure, { expectedRevision, dryRun: false });
        audit(request, "version", formId, { version: number });
        const isKept = form.status === "published";
        return seeOther(
          c,
          isKept
            ? doneAddress(`/forms/${formId}`, "went_back_unpublished")
            : doneAddress(`/forms/${formId}/versions`, "went_back"),
        );
      },
      (refusal) => {
        const refused = refusalText(request.t, refusal);
        return replyComparison(request, formId, refused, { status: refused.status });
      },
    );
  },
);

/** Makes a new form of a version. */
export const postVersionCopy = refuseOnOverview(async (request: VersionsRequest, formId: string) => {
  const { site, account, c } = request;
  const version = readVersion(request);
  await findVersion(site.storage.db, account.id, formId, version);
  const { form } = await cloneForm(site, account.id, formId, undefined, { version });
  audit(request, "clone", formId, { copy: form.id, version });
  return seeOther(c, doneAddress(`/forms/${form.id}`, "copied"));
});
