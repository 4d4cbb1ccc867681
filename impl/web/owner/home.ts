/** `/`: the home page for users; for programs, the endpoint as JSON. */
import { service } from "../../../generated/tools.ts";
import type { FormStructure, Language } from "../../../generated/types.ts";
import { plans, TRIAL_DAYS } from "../../accounts/plans/plans.ts";
import { requireFormText } from "../../ai/read-form-text.ts";
import { creditsEach } from "../../lessons/price.ts";
import { getCached } from "../../platform/cache.ts";
import type { OwnerTranslation } from "../../texts/owner/owner-texts.ts";
import { translation } from "../../texts/translate.ts";
import { reply, securityHeaders, type WebContext } from "../reply.ts";
import { ownerTranslationFor } from "./owner-language.ts";
import type { EntrySite } from "./reply-entry.ts";
import { homePage } from "./views/home.ts";

export async function showHome(c: WebContext, site: EntrySite): Promise<Response> {
  const endpoint = `${site.publicUrl()}${service.path}`;
  const accepted = c.req.header("accept") ?? "";
  if (accepted.includes("application/json") && !accepted.includes("text/html"))
    return c.json({ name: service.server.name, version: service.server.version, endpoint }, 200, {
      ...securityHeaders(false),
      Vary: "Accept",
    });
  const signedIn = await site.sessions.current(c.req.raw.headers);
  const t = ownerTranslationFor(c, signedIn?.account);
  const page = homePage({
    t,
    example: { form: exampleForm(t), words: translation(t.language, t.language) },
    endpoint,
    prices: creditsEach,
    trial: { days: TRIAL_DAYS, generations: plans.trial.generations, credits: plans.trial.lessonCredits },
    isSignedIn: signedIn !== undefined,
    isOpen: site.signUp === "open",
    legal: site.legal,
  });
  return reply(c, page, {
    headers: { "Cache-Control": "private, no-store", Vary: "Accept, Accept-Language, Cookie" },
  });
}

const examples = new Map<Language, FormStructure>();

/** The form that the built-in generator makes of the example text. It is read once for each language. */
function exampleForm(t: OwnerTranslation): FormStructure {
  return getCached(
    examples,
    t.language,
    () => requireFormText(t.say("home_example_prompt"), t.language).structure,
  );
}
