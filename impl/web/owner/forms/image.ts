/** `/forms/ID/images`: receives a picture for the look of the form from the editor's script. The answer is JSON. */

import { findWritableForm } from "../../../forms/access.ts";
import type { Problem } from "../../../forms/answers/problem.ts";
import { addImage } from "../../../forms/images.ts";
import { MAX_IMAGE_SIDE, receiveImage, type StoredImage } from "../../../forms/uploads/image.ts";
import { translation } from "../../../texts/translate.ts";
import { problemText } from "../../components/problem-text.ts";
import type { ImageReply } from "../../editor/boot.ts";
import { readForm } from "../../form-body.ts";
import { securityHeaders } from "../../reply.ts";
import { minutes } from "../../respondent/public-form/message-replies.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { refusalText } from "./refusal-text.ts";
import { audit, handleRefusal } from "./refusals.ts";

type Received = { readonly stored: StoredImage } | { readonly problem: Problem | "too_large" };

export function postImage(request: OwnerRequest<"files" | "limits">, formId: string): Promise<Response> {
  const { site, account, t } = request;
  return handleRefusal(
    async () => {
      // Accounts that may not change the form cannot send a file.
      await findWritableForm(site.storage.db, account.id, formId, "edit", site.clock());
      const received = await receive(request);
      if (received === undefined) return send(request, { ok: false, message: t.say("image_none") }, 422);
      if ("problem" in received)
        return send(request, { ok: false, message: explain(request, received.problem) }, 422);
      const { id } = await addImage(site, account.id, formId, received.stored, site.clock());
      audit(request, "image", formId, { image: id });
      return send(request, { ok: true, id }, 201);
    },
    async (refusal) => {
      const { status, text } = refusalText(t, refusal);
      return send(request, { ok: false, message: text }, status);
    },
  );
}

/** Receives the first file of the request. */
async function receive({ c, site }: OwnerRequest<"limits" | "files">): Promise<Received | undefined> {
  const verdict = await site.limits.files(c.var.network);
  if (!verdict.allowed) return { problem: { code: "too_many", count: minutes(verdict.retryAfterSeconds) } };
  let received: Received | undefined;
  await readForm(
    c,
    () => undefined,
    async (file) => {
      received ??= await receiveImage(site.files, file);
    },
  );
  return received;
}

function explain({ t }: OwnerRequest, problem: Problem | "too_large"): string {
  if (problem === "too_large") return t.say("image_too_large", { size: MAX_IMAGE_SIDE });
  return problemText(translation(t.language, t.language), problem);
}

function send({ c }: OwnerRequest, reply: ImageReply, status: 201 | 403 | 409 | 422 | 429): Response {
  return c.json(reply, status, { "Cache-Control": "private, no-store", ...securityHeaders(false) });
}
