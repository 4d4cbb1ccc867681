/**
 * Requires a sign-in of the last 15 minutes for sharing, webhooks and erasure, because users leave browsers open; of the last day for
 * downloads, which have what the pages show.
 */
import type { FormValues } from "../form-body.ts";
import { seeOther } from "../reply.ts";
import { signInAgainAddress } from "./next-page.ts";
import type { OwnerRequest } from "./owner-pages.ts";

/** Returns the address of a new sign-in, which leads back to the path; undefined: the sign-in is fresh. */
export function signInAgain({ c, isRecent }: OwnerRequest, path = c.req.path): string | undefined {
  return isRecent ? undefined : signInAgainAddress(path);
}

/** Returns the same for a download. */
export function signInToDownload({ c, isOfToday }: OwnerRequest, path = c.req.path): string | undefined {
  return isOfToday ? undefined : signInAgainAddress(path);
}

type FormPost<Request> = (request: Request, formId: string, values: FormValues) => Promise<Response>;

/** Wraps a handler so it requires a fresh sign-in. @param page the path of the posting page, below the form's */
export function requireFreshSignIn<Request extends OwnerRequest>(
  post: FormPost<Request>,
  page: "" | "/responses" | "/connections" | "/settings",
  againAddress = signInAgain,
): FormPost<Request> {
  return async (request, formId, values) => {
    const again = againAddress(request, `/forms/${formId}${page}`);
    return again === undefined ? post(request, formId, values) : seeOther(request.c, again);
  };
}
