/** Tests that the charged pictures of a lesson are those on its page. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { learner } from "../test/support/learner.ts";
import { startService } from "../test/support/service.ts";
import { shortLesson, shortLessons } from "../test/support/short-lessons.ts";
import { builtinWriter } from "./builtin/writer.ts";
import type { LessonWriter } from "./writer.ts";

const words = ["alarm", "boiler", "counter", "delivery", "engine", "freezer", "garden", "harbour", "invoice"];

const statement = fc
  .tuple(fc.constantFrom(...words), fc.constantFrom(...words), fc.nat({ max: 99 }))
  .map(([one, other, number]) => `Check the ${one} near the ${other} ${number} times.`);

const group = fc
  .record({
    heading: fc.option(fc.constantFrom("Our rules", "In the morning", "When it burns"), { nil: undefined }),
    style: fc.constantFrom("numbered", "bullet", "prose"),
    statements: fc.array(statement, { minLength: 1, maxLength: 20 }),
  })
  .map(({ heading, style, statements }) => {
    const lines = statements.map((text, at) => {
      if (style === "prose") return text;
      return style === "numbered" ? `${at + 1}. ${text}` : `- ${text}`;
    });
    return [...(heading === undefined ? [] : [`${heading}:`]), ...lines].join("\n");
  });

const prompt = fc
  .record({
    topic: fc.constantFrom("", "The water cycle\n", "Volcanoes and the water cycle\n"),
    groups: fc.array(group, { minLength: 1, maxLength: 4 }),
  })
  .map(({ topic, groups }) => topic + groups.join("\n\n"))
  .filter((text) => text.length <= 2_000 && builtinWriter.objection(requestOf(text)) === undefined);

const requestOf = (text: string, illustrationCount = 0) =>
  ({
    accountId: "acc_1",
    prompt: text,
    languages: ["en"],
    illustrationCount,
    taskMode: "fixed",
    seed: "quo_1",
  }) as const;

interface Image {
  readonly index: number;
  readonly status: string;
  readonly error?: string;
}

/** Makes lessons, each by an account of its own, and looks at their pages. */
async function lessons(writer: LessonWriter = builtinWriter) {
  const { mint, call } = await startService({ writer });
  let made = 0;
  return async (text: string, illustration_count: number) => {
    made += 1;
    const { token } = await mint({ email: `teacher${made}@example.org` });
    const input = { prompt: text, languages: ["en"], illustration_count };
    const { structuredContent: quote } = await call(token, "service_quote_lesson_generation", input);
    const { quote_id } = quote;
    const { structuredContent: lesson } = await call(token, "service_create_lesson", { quote_id });
    const status = async () =>
      (await call(token, "service_get_lesson_generation_status", { quote_id })).structuredContent;
    await expect.poll(async () => (await status()).poll_after_seconds).toBe(0);
    const { images, credits } = await status();
    const ada = learner();
    const { html } = await ada.open(lesson.urls.public);
    const addresses = [...html.matchAll(/<img[^>]* src="([^"]+)"/g)].map(([, src]) => src);
    for (const address of addresses)
      expect((await ada.open(new URL(address!, lesson.urls.public).href)).status).toBe(200);
    return { shown: new Set(addresses).size, images: images as Image[], credits, warnings: quote.warnings };
  };
}

test("each picture that the built-in writer plans has one section, and can be drawn", async () => {
  const { signal } = new AbortController();
  await fc.assert(
    fc.asyncProperty(prompt, fc.nat({ max: 3 }), async (text, count) => {
      const request = requestOf(text, count);
      const lesson = await builtinWriter.write(request, signal);
      const places = lesson.sections.flatMap(({ illustration }) => illustration ?? []).toSorted();
      expect(places).toEqual(places.map((_, index) => index));
      expect(places.length).toBeLessThanOrEqual(count);
      const pictures = await Promise.all(
        places.map((index) => builtinWriter.illustrate(request, lesson, index, signal)),
      );
      expect(new Set(pictures.map(({ bytes }) => Buffer.from(bytes).toString())).size).toBe(places.length);
      expect(lesson.sections.every(({ paragraphs }) => paragraphs.length > 0)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test("the pages of lessons show what was charged, for any number of pictures", async () => {
  const make = await lessons();
  await fc.assert(
    fc.asyncProperty(prompt, async (text) => {
      for (const count of [0, 1, 2, 3]) {
        const { shown, images, credits, warnings } = await make(text, count);
        const charged = images.filter(({ status }) => status === "completed").length;
        expect({ shown, charged: credits.charged, refunded: credits.refunded }).toEqual({
          shown: charged,
          charged: 10 + 5 * shown,
          refunded: 5 * (count - shown),
        });
        expect(shown).toBeGreaterThanOrEqual(Math.min(count, 1));
        // Whoever gets fewer than ordered is warned before paying.
        const codes = warnings.map(({ code }: { code: string }) => code);
        expect(codes.includes("fewer_illustrations")).toBe(shown < count);
      }
    }),
    { numRuns: 3 },
  );
});

test("the same holds if a writer draws more than its sections show", async () => {
  const writer = shortLessons({
    write: async (request) => shortLesson({ ...request, illustrationCount: 1 }),
  });
  const make = await lessons(writer);
  const { shown, images, credits } = await make("Rivers", 3);
  expect({ shown, charged: credits.charged, refunded: credits.refunded }).toEqual({
    shown: 1,
    charged: 15,
    refunded: 10,
  });
  expect(images.map(({ status, error }) => error ?? status)).toEqual([
    "completed",
    "The lesson has no section that could show this illustration.",
    "The lesson has no section that could show this illustration.",
  ]);
});
