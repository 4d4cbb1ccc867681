/** `/forms/bin`: the deleted forms that their owner can bring back or delete for good. */
import { type BinPosition, bringBackForm, deleteFromBin, listBin } from "../../../../forms/bin/bin.ts";
import { accessibleForm } from "../../../../forms/forms.ts";
import { countsVerified } from "../../../../forms/verified-responses.ts";
import type { FormValues } from "../../../form-body.ts";
import { type ReplyOptions, seeOther } from "../../../reply.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import { binPage } from "../../views/forms/list/bin.ts";
import { doneAddress, doneText } from "../done.ts";
import { audit } from "../refusals.ts";

type BinRequest = OwnerRequest<"cursors" | "files">;

const PATH = "/forms/bin";
const PAGE = 50;

export function showBin(request: BinRequest): Promise<Response> {
  return replyBin(request, doneText(request));
}

/** Brings a form back. A second click finds it back already. */
export async function postRestore(request: BinRequest, formId: string): Promise<Response> {
  const { c, site, account, t } = request;
  const form = await bringBackForm(site, account.id, formId, site.clock());
  if (form !== undefined) audit(request, "restore", formId);
  const isBack = form !== undefined || (await accessibleForm(site.storage.db, account.id, formId));
  return isBack
    ? seeOther(c, doneAddress(`/forms/${formId}`, "form_restored"))
    : replyBin(request, t.say("bin_gone"), { status: 422 });
}

/** Deletes a form in the bin for good. */
export async function postErase(request: BinRequest, formId: string, values: FormValues): Promise<Response> {
  const { c, site, account, t } = request;
  if (values.get("sure") !== "yes") return replyBin(request, t.say("form_delete_not_sure"), { status: 422 });
  const form = await deleteFromBin(site, account.id, formId, site.clock());
  if (form === undefined) return replyBin(request, t.say("bin_gone"), { status: 422 });
  audit(request, "erase", formId);
  return seeOther(c, doneAddress(PATH, "deleted"));
}

async function replyBin(
  request: BinRequest,
  notice: string | undefined,
  options: ReplyOptions = {},
): Promise<Response> {
  const { c, t, csrf, site, account } = request;
  const list = ["bin", account.id];
  const after = readPosition(site.cursors.read(list, c.req.query("cursor") ?? ""));
  const found = await listBin(site.storage.db, account.id, site.clock(), { after, limit: PAGE + 1 });
  const forms = found.slice(0, PAGE);
  const last = forms.at(-1);
  const counts = await countsVerified(
    site.storage.db,
    forms.map(({ id }) => id),
  );
  const main = binPage({
    t,
    csrf,
    forms: forms.map((form) => ({ ...form, responses: counts.get(form.id) ?? 0 })),
    next:
      found.length > PAGE && last !== undefined
        ? `${PATH}?${new URLSearchParams({ cursor: site.cursors.write(list, [last.eraseAt, last.id]) })}`
        : undefined,
  });
  return request.reply({ title: t.say("bin_title"), main, notice }, options);
}

/** An invented cursor leads to the first page. */
function readPosition(values: readonly (string | undefined)[] | undefined): BinPosition | undefined {
  const [eraseAt, id] = values ?? [];
  return eraseAt === undefined || id === undefined ? undefined : { eraseAt, id };
}
