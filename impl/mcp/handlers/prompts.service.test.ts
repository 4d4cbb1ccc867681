import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "../../../generated/limits.ts";
import type { Language } from "../../../generated/types.ts";
import { builtInGenerator } from "../../ai/built-in.ts";
import { startService } from "../../test/support/service.ts";
import { failureCode } from "../../test/support/wire.ts";

const languages: Language[] = ["en", "de", "fr", "el", "bg", "ga", "mt"];

/** Typical and hostile pieces of prompts. */
const fragment = fc.oneof(
  fc.constantFrom(
    "Feedback form:",
    "name",
    "email",
    "rating from 1 to 5",
    "size (S, M, L)",
    "optional",
    "PDF upload",
  ),
  fc.constantFrom(
    "\n- ",
    "; ",
    ", ",
    " and ",
    ": ",
    "(",
    ")",
    "1.",
    "__proto__",
    "constructor",
    "</script>",
    "%s%n",
  ),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 10 }),
);
const prompt = fc
  .oneof(
    fc.array(fragment, { minLength: 1, maxLength: 60 }).map((parts) => parts.join(" ")),
    fc.tuple(fragment, fc.integer({ min: 1, max: 1500 })).map(([part, times]) => `${part}, `.repeat(times)),
  )
  .map((text) => text.toWellFormed().slice(0, limits.prompt_length.max).toWellFormed())
  .filter((text) => /\S/.test(text));

test("the form of any prompt can be read back, or the prompt is rejected with a reason", {
  timeout: 120_000,
}, async () => {
  const { call, mint } = await startService({ generateForm: builtInGenerator });
  const chosen = fc.option(fc.uniqueArray(fc.constantFrom(...languages), { minLength: 1 }), {
    nil: undefined,
  });
  await fc.assert(
    fc.asyncProperty(prompt, chosen, async (prompt, languages) => {
      // A token of its own: the request rate stays on.
      const { token } = await mint({ plan: "business" });
      const made = await call(token, "service_create_form", { prompt, ...(languages && { languages }) });
      if (failureCode(made) === "prompt_not_understood") return;
      if (failureCode(made) === "generation_failed") {
        expect(made.content[0]!.text).toContain("points of computing");
        return;
      }
      const { form_id, title } = made.structuredContent;
      const read = await call(token, "service_get_form", { form_id, include_structure: true });
      expect(read.structuredContent).toMatchObject({ form_id, title });
    }),
    { numRuns: 40 },
  );
});
