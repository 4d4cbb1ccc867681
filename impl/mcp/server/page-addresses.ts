/** Adds the addresses of pages to what tools and the endpoint refuse: the domain does not know where the pages are. */
import { type HandlerTypes, Refusal, type Service } from "@toolwright/runtime";
import type { Handlers } from "../../../generated/handlers.ts";

/** Where the pages are; known once the server listens. */
export interface PageAddresses {
  readonly integrations: () => string;
  readonly subscription: () => string;
  /** Undefined: people cannot sign up by themselves. */
  readonly signUp: (() => string) | undefined;
}

/** The 401 and missing scopes name the page where tokens are made. */
export function withTokenPage<Types extends HandlerTypes>(
  service: Service<Types>,
  { integrations }: PageAddresses,
): Service<Types> {
  const { auth } = service;
  return {
    ...service,
    auth: {
      ...auth,
      get tokenSource() {
        return `${auth.tokenSource}, ${integrations()}`;
      },
    },
  };
}

/** The tools whose refusals lead to a page. */
const REFUSING = ["createForm", "createLesson", "updateForm", "cloneForm", "shareForm"] as const;

/** Refusals for an expired trial name the page of the subscription, and those of an unknown address the one to sign up. */
export function withRefusalPages(handlers: Handlers, pages: PageAddresses): Handlers {
  const explain = (error: unknown): never => {
    throw error instanceof Refusal ? explained(error, pages) : error;
  };
  const wrapped = REFUSING.map((name) => {
    const handler = handlers[name] as (...args: unknown[]) => Promise<unknown>;
    return [name, (...args: unknown[]) => handler(...args).catch(explain)] as const;
  });
  return { ...handlers, ...(Object.fromEntries(wrapped) as Pick<Handlers, (typeof REFUSING)[number]>) };
}

function explained(refusal: Refusal, { subscription, signUp }: PageAddresses): Refusal {
  const { code, message, details, retryable } = refusal;
  const page =
    code === "subscription_inactive" ? subscription : code === "share_target_not_admin" ? signUp : undefined;
  if (page === undefined) return refusal;
  return new Refusal(code, `${message} ${page()}`, details, retryable === false ? { retryable } : {});
}
