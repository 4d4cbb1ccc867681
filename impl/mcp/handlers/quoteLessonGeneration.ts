/** The tool service_quote_lesson_generation. */
import type { Handlers } from "../../../generated/handlers.ts";
import type { App } from "../../app.ts";
import { quoteLesson } from "../../lessons/quote.ts";

export function quoteLessonGeneration(
  app: Pick<App, "storage" | "writer" | "clock">,
): Handlers["quoteLessonGeneration"] {
  return async ({ prompt, languages, illustration_count }, call) => {
    const input = { prompt, languages, illustrationCount: illustration_count };
    const quote = await quoteLesson(app, call.account, input, app.clock());
    return {
      quote_id: quote.id,
      credits: { total: quote.totalCredits, breakdown: quote.breakdown },
      available_credits: quote.availableCredits,
      sufficient: quote.availableCredits >= quote.totalCredits,
      expires_at: quote.expiresAt.toISOString(),
      warnings: [...quote.warnings],
    };
  };
}
