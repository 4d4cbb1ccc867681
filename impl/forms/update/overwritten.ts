/** Warns where a whole structure takes back or replaces what others have changed meanwhile. */
import type { Choice, FormStructure, Warning } from "../../../generated/types.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import { type Author, findTool } from "../authors.ts";
import { type AccessibleForm, structureOfVersion } from "../forms.ts";
import { choiceLists, choicesIn } from "../structure/offered-form.ts";
import { placedFields } from "../structure/places.ts";
import { type FormVersion, listVersions } from "../versions.ts";

/** How many changes a warning names. */
const MAX_NAMED = 10;
/** Authors without a version of their own have hardly seen what is older. */
const DAY_MS = 86_400_000;

/**
 * Compares three structures: the author's last version, the stored one, and the one that replaces it. A part that others changed
 * in between, and that the new structure does not have as they left it, is lost.
 */
export async function overwrittenWarnings(
  queries: Queries,
  { form, author, now }: { readonly form: AccessibleForm; readonly author: Author; readonly now: Date },
  stored: FormStructure,
  structure: FormStructure,
): Promise<Warning[]> {
  const { versions } = await listVersions(queries, author.accountId, form.id);
  const tool = await findTool(queries, author.tokenId);
  const { email } = await queries
    .selectFrom("accounts")
    .select("email")
    .where("id", "=", author.accountId)
    .executeTakeFirstOrThrow();
  const isOwn = ({ author: by }: FormVersion) =>
    by?.email === email && by.tool === tool?.tool && by.name === tool.name;
  const isOld = ({ createdAt }: FormVersion) => now.getTime() - Date.parse(createdAt) > DAY_MS;
  const own = versions.find(isOwn);
  const base = own ?? versions.find(isOld) ?? versions.at(-1);
  const between = versions.filter(({ version }) => base !== undefined && version > base.version);
  if (base === undefined || between.length === 0) return [];
  const before = await structureOfVersion(queries, form.id, base.version);
  const names = before === undefined ? [] : listLost(before, stored, structure);
  if (names.length === 0) return [];
  const listed = names.slice(0, MAX_NAMED).join(", ");
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
  const made = between.map(describeVersion).join("; ");
  return [
    {
      code: "others_changes_lost",
      message:
        `This structure takes back or replaces what others have changed meanwhile: ${listed}${more}. Made by: ${made}. To undo, go back to version ${form.version} on /forms/${form.id}/versions/${form.version}/compare. With expected_revision, such an edit is refused.`.slice(
          0,
          2_000,
        ),
    },
  ];
}

function describeVersion({ version, author }: FormVersion): string {
  const who = author?.email ?? "another person";
  const tool = author?.tool === "browser" ? "in the browser" : (author?.name ?? "an agent");
  return `${who} (${tool}, version ${version})`;
}

/** Returns the names of the parts that others have changed, and that are not as they left them. */
function listLost(before: FormStructure, stored: FormStructure, structure: FormStructure): string[] {
  const [was, is, becomes] = [before, stored, structure].map(listParts) as [Parts, Parts, Parts];
  const ids = new Set([...was.keys(), ...is.keys()]);
  return [...ids].flatMap((id) => {
    const [old, present, next] = [was.get(id), is.get(id), becomes.get(id)];
    if (present?.json === old?.json || next?.json === present?.json) return [];
    return [(present ?? old)!.name];
  });
}

type Parts = ReadonlyMap<string, { readonly name: string; readonly json: string }>;

/** Lists the questions without their choices, the choices, the pages without their questions, and what else the form has. */
function listParts({ pages, ...others }: FormStructure): Parts {
  const parts = new Map<string, { name: string; json: string }>();
  for (const [key, value] of Object.entries(others))
    parts.set(`/${key}`, { name: key, json: JSON.stringify(value) });
  for (const { fields: _, ...own } of pages)
    parts.set(`/pages/${own.id}`, { name: `page ${own.id}`, json: JSON.stringify(own) });
  const add = (id: string, { label }: Pick<Choice, "label">, own: object) => {
    const name = `“${label[others.default_language] ?? id}” (${id})`;
    parts.set(id, { name, json: JSON.stringify(own) });
  };
  for (const { value: field } of placedFields({ pages, ...others })) {
    const { choices: _, rows: __, columns: ___, ...own } = field as typeof field & Record<string, unknown>;
    add(field.id, field, own);
    for (const list of choiceLists)
      for (const choice of choicesIn(field, list)) add(`${field.id}/${choice.id}`, choice, choice);
  }
  return parts;
}
