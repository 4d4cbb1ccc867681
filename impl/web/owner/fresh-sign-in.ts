/** Giving access to others, taking addresses out and erasing ask for a sign-in of the last 15 minutes: browsers are left open. */
import type { FormValues } from "../form-body.ts";
import { seeOther } from "../reply.ts";
import { signInAgainAddress } from "./next-page.ts";
import type { OwnerRequest } from "./owner-pages.ts";

/** Where a person signs in once more, and comes back from to a path of ours; undefined: their sign-in is fresh. */
export function signInAgain({ c, isRecent }: OwnerRequest, path = c.req.path): string | undefined {
  return isRecent ? undefined : signInAgainAddress(path);
}

type FormPost<Request> = (request: Request, formId: string, values: FormValues) => Promise<Response>;

/** @param page below that of the form, where the post comes from */
export function freshly<Request extends OwnerRequest>(
  post: FormPost<Request>,
  page: "" | "/responses" | "/connections" | "/settings",
): FormPost<Request> {
  return async (request, formId, values) => {
    const again = signInAgain(request, `/forms/${formId}${page}`);
    return again === undefined ? post(request, formId, values) : seeOther(request.c, again);
  };
}
