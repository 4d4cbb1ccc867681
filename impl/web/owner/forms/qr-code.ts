/** `/forms/ID/qr.svg` and `/forms/ID/qr.png`: the QR code of a form's link, for print. */
import { findForm } from "../../../forms/access.ts";
import { MAX_QR_LENGTH, qrPng, qrSvg } from "../../qr-code.ts";
import { securityHeaders } from "../../reply.ts";
import { attachment } from "../../stored-files.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { replyNoSuchPage } from "../refusals.ts";

export async function sendQrCode(
  request: OwnerRequest<"formUrls">,
  formId: string,
  type: "svg" | "png",
): Promise<Response> {
  const { c, site, account } = request;
  const { title } = await findForm(site.storage.db, account.id, formId);
  const link = `${site.formUrls(formId).public}${new URL(c.req.url).search}`;
  if (link.length > MAX_QR_LENGTH) return replyNoSuchPage(c);
  return c.body(type === "svg" ? `${qrSvg(link, link)}` : qrPng(link), 200, {
    "Content-Type": type === "svg" ? "image/svg+xml" : "image/png",
    "Content-Disposition": attachment(`${title}.${type}`),
    "Cache-Control": "private, no-store",
    ...securityHeaders(false),
  });
}
