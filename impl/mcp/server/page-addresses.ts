/** Adds the addresses of pages to what tools and the endpoint refuse: the domain does not know where the pages are. */
import { type HandlerTypes, Refusal, type Service } from "@toolwright/runtime";
import type { Handlers } from "../../../generated/handlers.ts";

/** The addresses of pages, known when the server listens. */
export interface PageAddresses {
  readonly integrations: () => string;
  readonly subscription: () => string;
  /** Returns the page for inviting an address to a form; undefined if only the operator creates accounts. */
  readonly invite: ((formId: string) => string) | undefined;
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

/** Adds pages to refusals: the subscription page for an expired trial, and the invitation page for an unknown address. */
export function withRefusalPages(handlers: Handlers, pages: PageAddresses): Handlers {
  const explain = (error: unknown, input: unknown): never => {
    throw error instanceof Refusal ? explainRefusal(error, formIn(input), pages) : error;
  };
  const wrapped = REFUSING.map((name) => {
    const handler = handlers[name] as (...args: unknown[]) => Promise<unknown>;
    return [
      name,
      (...args: unknown[]) => handler(...args).catch((error) => explain(error, args[0])),
    ] as const;
  });
  return { ...handlers, ...(Object.fromEntries(wrapped) as Pick<Handlers, (typeof REFUSING)[number]>) };
}

function explainRefusal(refusal: Refusal, formId: string, { subscription, invite }: PageAddresses): Refusal {
  const { code, message, details, retryable } = refusal;
  const help: Readonly<Record<string, string>> = {
    subscription_inactive: subscription(),
    share_target_not_admin:
      invite === undefined
        ? "Accounts are made by the operator of the service only."
        : `Or invite it by hand on ${invite(formId)}: the share begins when it has an account.`,
  };
  if (help[code] === undefined) return refusal;
  return new Refusal(code, `${message} ${help[code]}`, details, retryable === false ? { retryable } : {});
}

function formIn(input: unknown): string {
  return typeof input === "object" && input !== null && "form_id" in input ? String(input.form_id) : "";
}
