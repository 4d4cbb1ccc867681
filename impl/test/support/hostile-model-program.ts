/** Asks hostile models in turn: `PROTOCOL URL ...`. Prints what each ended with, and the most memory that the process took. */
import { ModelFailure } from "../../ai/language-model.ts";
import { providerModel } from "../../ai/providers/provider.ts";

const [provider, ...urls] = process.argv.slice(2);
const { signal } = new AbortController();
const reasons: string[] = [];
for (const baseUrl of urls) {
  const model = providerModel({
    provider: provider === "anthropic" ? provider : "openai-compatible",
    baseUrl,
    model: "test-model",
    apiKey: "sk-very-secret-key",
  });
  const conversation = {
    purpose: "create_form",
    system: "",
    messages: [{ role: "user", text: "Hello" }],
    maxCharacters: 60_000,
  } as const;
  const ended = await model.answer(conversation, signal).catch((error: unknown) => error);
  reasons.push(ended instanceof ModelFailure ? ended.reason : String(ended));
}
console.log(JSON.stringify({ reasons, megabytes: Math.round(process.resourceUsage().maxRSS / 1024) }));
