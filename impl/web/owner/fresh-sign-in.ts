/** Requires a sign-in of the last 15 minutes for sharing, exports, webhooks and erasure, because users leave browsers open. */
import type { FormValues } from "../form-body.ts";
import { seeOther } from "../reply.ts";
import { signInAgainAddress } from "./next-page.ts";
import type { OwnerRequest } from "./owner-pages.ts";

/** Returns the address of a new sign-in, which leads back to the path; undefined: the sign-in is fresh. */
export function signInAgain({ c, isRecent }: OwnerRequest, path = c.req.path): string | undefined {
  return isRecent ? undefined : signInAgainAddress(path);
}

type FormPost<Request> = (request: Request, formId: string, values: FormValues) => Promise<Response>;

/** Wraps a handler so it requires a fresh sign-in. @param page the path of the posting page, below the form's */
export function requireFreshSignIn<Request extends OwnerRequest>(
  post: FormPost<Request>,
  page: "" | "/responses" | "/connections" | "/settings",
): FormPost<Request> {
  return async (request, formId, values) => {
    const again = signInAgain(request, `/forms/${formId}${page}`);
    return again === undefined ? post(request, formId, values) : seeOther(request.c, again);
  };
}
