/** `/forms/ID/qr.svg` and `/forms/ID/qr.png`: the code of a form's link, to be printed. */
import { findForm } from "../../../forms/access.ts";
import { attachment } from "../../download.ts";
import { qrPng, qrSvg } from "../../qr-code.ts";
import { securityHeaders } from "../../reply.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { orRefused } from "./refused.ts";

export function sendQrCode(
  request: OwnerRequest<"formUrls">,
  formId: string,
  type: "svg" | "png",
): Promise<Response> {
  return orRefused(request, async () => {
    const { c, site, account } = request;
    const { title } = await findForm(site.storage.db, account.id, formId);
    const { public: link } = site.formUrls(formId);
    return c.body(type === "svg" ? `${qrSvg(link, link)}` : qrPng(link), 200, {
      "Content-Type": type === "svg" ? "image/svg+xml" : "image/png",
      "Content-Disposition": attachment(`${title}.${type}`),
      "Cache-Control": "private, no-store",
      ...securityHeaders(false),
    });
  });
}
