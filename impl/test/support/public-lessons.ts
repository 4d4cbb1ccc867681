/** The service with lessons that learners can open. */
import { Refusal } from "@toolwright/runtime";
import { expect } from "vitest";
import type { Language } from "../../../generated/types.ts";
import type { Lesson, LessonTexts } from "../../lessons/content/lesson.ts";
import type { LessonWriter } from "../../lessons/writer.ts";
import { cheaplyHashed } from "./cheap-password.ts";
import { png } from "./model-lesson.ts";
import { type ServiceOptions, startService } from "./service.ts";
import { shortLessons } from "./short-lessons.ts";

export interface LessonWish {
  readonly password?: string;
  /** How many; those at these indexes fail. */
  readonly illustrations?: number;
  readonly failing?: readonly number[];
  /** The text is written when this resolves. */
  readonly written?: Promise<void>;
  readonly illustrated?: Promise<void>;
  /** The pictures come from an image model. */
  readonly isByModels?: boolean;
  /** From then on, no model reads answers to open tasks. */
  readonly isSelfCheck?: boolean;
}

export interface PublishedLesson {
  readonly id: string;
  readonly quoteId: string;
  /** The page for learners. */
  readonly url: string;
  /** The page for the owner. */
  readonly manage: string;
}

/**
 * @param review of answers to open tasks
 * @param alt of all illustrations
 */
export async function publicLessons(
  options: ServiceOptions = {},
  review: LessonWriter["review"] = shortLessons().review,
  alt: LessonTexts = { en: "Rain falls on a hill", de: "Regen fällt auf einen Hügel" },
) {
  const wishes: { readonly lesson: Lesson | Error; readonly wish: LessonWish }[] = [];
  const wishOf = (prompt: string) => wishes[Number(prompt.split(" ").at(-1))]!;
  const plain = shortLessons({
    async write({ prompt }) {
      const { lesson, wish } = wishOf(prompt);
      await wish.written;
      if (lesson instanceof Error) throw lesson;
      return lesson;
    },
    async illustrate({ prompt }, _lesson, index) {
      const { wish } = wishOf(prompt);
      await wish.illustrated;
      if (wish.failing?.includes(index)) throw refusal();
      if (wish.isByModels)
        return { mediaType: "image/png", bytes: png(640, 480), alt, size: { width: 640, height: 480 } };
      return { mediaType: "image/svg+xml", bytes: Buffer.from(PICTURE), alt };
    },
    review,
  });
  const reader = { reads: true };
  const writer: LessonWriter = {
    ...plain,
    get review() {
      return reader.reads ? plain.review : undefined;
    },
  };
  const service = await startService({ writer, ...options });
  const { token } = await service.mint({ email: "owner@example.org", plan: "business" });

  const tool = async <Output>(name: string, args: object): Promise<Output> => {
    const result = (await service.call(token, name, args)) as unknown as Result<Output>;
    if (result.isError) throw new Error(JSON.stringify(result));
    return result.structuredContent;
  };

  /** Accepts a quote; the lesson is made from then on. */
  async function begin(lesson: Lesson | Error, wish: LessonWish = {}): Promise<PublishedLesson> {
    wishes.push({ lesson, wish });
    reader.reads = wish.isSelfCheck !== true;
    const languages: readonly Language[] = lesson instanceof Error ? ["en", "de"] : lesson.languages;
    const { quote_id } = await tool<{ quote_id: string }>("service_quote_lesson_generation", {
      prompt: `Lesson ${wishes.length - 1}`,
      languages,
      illustration_count: wish.illustrations ?? 0,
    });
    const { lesson_id, urls } = await tool<{
      lesson_id: string;
      urls: { public: string; manage: string };
    }>("service_create_lesson", { quote_id });
    if (wish.password !== undefined)
      await service.storage.db
        .updateTable("lessons")
        .set({ password_hash: cheaplyHashed(wish.password) })
        .where("id", "=", lesson_id)
        .execute();
    return { id: lesson_id, quoteId: quote_id, url: urls.public, manage: urls.manage };
  }

  async function settled({ id }: PublishedLesson): Promise<void> {
    const status = () =>
      service.storage.db.selectFrom("lessons").select("status").where("id", "=", id).executeTakeFirst();
    await expect
      .poll(async () => (await status())?.status, { timeout: 20_000 })
      .toMatch(/completed|partial|failed/);
  }

  /** A lesson that is there. */
  async function publish(lesson: Lesson | Error, wish: LessonWish = {}): Promise<PublishedLesson> {
    const begun = await begin(lesson, wish);
    await settled(begun);
    return begun;
  }

  return {
    ...service,
    begin,
    settled,
    publish,
    attempts: () => service.storage.db.selectFrom("lesson_attempts").selectAll().execute(),
    later(milliseconds: number) {
      service.time.now = new Date(service.time.now.getTime() + milliseconds);
    },
  };
}

interface Result<Output> {
  readonly isError?: boolean;
  readonly structuredContent: Output;
}

/** Final: the worker does not try again. */
function refusal(): Error {
  return new Refusal("generation_failed", "The pencil is broken.");
}

export const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 450"><rect width="800" height="450" fill="#cfe6f2"/><path d="M0 300Q200 180 400 300T800 260V450H0Z" fill="#7fae8a"/><circle cx="650" cy="90" r="50" fill="#ffd97a"/></svg>`;
