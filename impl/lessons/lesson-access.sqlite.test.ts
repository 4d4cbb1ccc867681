/** Tests access to lessons: password, pictures, lessons in progress or failed, the owner's page. */
import { Refusal } from "@toolwright/runtime";
import { describe, expect, test } from "vitest";
import { cheaplyHashed } from "../test/support/cheap-password.ts";
import { learner, taskOn } from "../test/support/learner.ts";
import { PICTURE, publicLessons } from "../test/support/public-lessons.ts";
import { waterLesson } from "../test/support/water-lesson.ts";
import { cookieFor } from "../web/cookie.ts";

const HOUR_MS = 3_600_000;

describe("a password", () => {
  test("is required before any part of the lesson is shown, and remembered for this browser", async () => {
    const lessons = await publicLessons();
    const { url, id } = await lessons.publish(waterLesson, { password: "open sesame", illustrations: 1 });
    const picture = `${lessons.publicUrl}/lessons/${id}/images/0`;
    const ada = learner();
    const asked = await ada.open(url);
    expect(asked.html).toContain("This lesson is protected");
    expect(asked.html).not.toMatch(/rain|river|water|task|images/i);
    expect((await ada.open(picture)).status).toBe(404);
    const wrong = await ada.unlock(asked, "wrong");
    expect([wrong.status, ada.jar.size]).toEqual([403, 0]);
    expect(wrong.html).toContain("That is not the right password.");
    expect(wrong.html).not.toMatch(/rain|river/i);
    const opened = await ada.unlock(wrong, "open sesame");
    expect(opened.html).toContain("How rain becomes a river");
    const shown = await ada.open(picture);
    expect([shown.status, shown.html, shown.headers.get("cache-control")]).toEqual([
      200,
      PICTURE,
      "private, no-store",
    ]);
    expect(taskOn(await ada.answer(opened, "cooling", { answer: "cool" }), "cooling").state).toBe("right");
    expect((await learner().open(url)).html).toContain("This lesson is protected");
    // The access lasts at most a day, although the browser may keep the cookie longer.
    lessons.later(24 * HOUR_MS - 1);
    expect((await ada.open(url)).html).toContain("How rain");
    lessons.later(1);
    expect((await ada.open(url)).html).toContain("This lesson is protected");
  });

  test("has cookies for the page and the pictures of this lesson, which no script reads", async () => {
    const lessons = await publicLessons();
    const { url, id } = await lessons.publish(waterLesson, { password: "open sesame" });
    const ada = learner();
    await ada.unlock(await ada.open(url), "open sesame");
    const cookies = [...ada.received.join().matchAll(/opened=[\w.-]+(; Path=[^"]*)/g)].map(
      ([, rest]) => rest,
    );
    expect(cookies).toEqual([
      `; Path=/l/${id}; HttpOnly; SameSite=Lax`,
      `; Path=/lessons/${id}/images; HttpOnly; SameSite=Lax`,
    ]);
  });

  test.for([
    ["https://forms.example.org", true],
    ["http://127.0.0.1:3000", false],
  ] as const)("at %s, cookies are only sent over HTTPS: %s", ([publicUrl, secure]) => {
    expect(cookieFor({ publicUrl: () => publicUrl }, "/l/x")).toMatchObject({ path: "/l/x", secure });
  });

  test("of another lesson is rejected, and so is a forged cookie", async () => {
    const lessons = await publicLessons();
    const one = await lessons.publish(waterLesson, { password: "sesame one" });
    const two = await lessons.publish(waterLesson, { password: "sesame two" });
    const ada = learner();
    await ada.unlock(await ada.open(one.url), "sesame one");
    const cookie = ada.jar.get(`opened /l/${one.id}`)!.value;
    const seen = async (url: string, value: string) =>
      (await learner().open(url, { Cookie: `opened=${value}` })).html.includes("How rain");
    expect(await seen(one.url, cookie)).toBe(true);
    expect(await seen(two.url, cookie)).toBe(false);
    const [payload = ""] = cookie.split(".");
    const forged = Buffer.from(payload, "base64url").toString().replace(one.id, two.id);
    for (const made of [
      payload,
      `${Buffer.from(forged).toString("base64url")}.${cookie.split(".")[1]}`,
      "x.y",
      "",
    ])
      expect(await seen(two.url, made)).toBe(false);
  });

  test("that changes ends access by the earlier one at the next request", async () => {
    const lessons = await publicLessons();
    const { url, id } = await lessons.publish(waterLesson, { password: "open sesame", illustrations: 1 });
    const picture = `${lessons.publicUrl}/lessons/${id}/images/0`;
    const ada = learner();
    const opened = await ada.unlock(await ada.open(url), "open sesame");
    const answered = await ada.answer(opened, "cooling", { answer: "cool" });
    expect(taskOn(answered, "cooling").state).toBe("right");
    expect((await ada.open(picture)).status).toBe(200);
    const attempts = await lessons.attempts();
    const password_hash = cheaplyHashed("open barley");
    await lessons.storage.db.updateTable("lessons").set({ password_hash }).execute();
    const steps = [
      () => ada.open(url),
      () => ada.answer(opened, "cooling", { answer: "warm" }),
      () => ada.startOver(answered),
      async () => ada.unlock(await ada.open(url), "open sesame"),
    ];
    for (const step of steps) {
      const { html } = await step();
      expect(html).toContain("This lesson is protected");
      expect(html).not.toMatch(/rain|river/i);
    }
    expect((await ada.open(picture)).status).toBe(404);
    expect(await lessons.attempts()).toEqual(attempts);
    expect((await ada.unlock(await ada.open(url), "open barley")).html).toContain("How rain");
  });

  test("is needed for answers, too", async () => {
    const lessons = await publicLessons();
    const { url } = await lessons.publish(waterLesson, { password: "open sesame" });
    const body = new URLSearchParams({ task: "cooling", answer: "cool", go: "check" });
    const response = await fetch(url, { method: "POST", body });
    expect(await response.text()).toContain("This lesson is protected");
    expect(await lessons.attempts()).toEqual([]);
  });

  test("can be tried ten times in a quarter of an hour; then even the right one has to wait", async () => {
    const lessons = await publicLessons();
    const { url } = await lessons.publish(waterLesson, { password: "open sesame" });
    const other = await lessons.publish(waterLesson, { password: "open sesame" });
    const attempt = async (password: string, at = url) => {
      const ada = learner();
      return (await ada.unlock(await ada.open(at), password)).status;
    };
    for (let tries = 0; tries < 10; tries++) expect(await attempt("wrong")).toBe(403);
    expect(await attempt("open sesame")).toBe(429);
    expect(await attempt("open sesame", other.url)).toBe(200);
    lessons.later(HOUR_MS / 4 - 1);
    expect(await attempt("open sesame")).toBe(429);
    lessons.later(1);
    expect(await attempt("open sesame")).toBe(200);
  });
});

describe("a picture", () => {
  test("is sent with its type, and cannot run code", async () => {
    const lessons = await publicLessons();
    const { id } = await lessons.publish(waterLesson, { illustrations: 2, failing: [1] });
    const { status, headers, html } = await learner().open(`${lessons.publicUrl}/lessons/${id}/images/0`);
    expect([status, html]).toEqual([200, PICTURE]);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "image/svg+xml",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, max-age=86400",
    });
  });

  test("that failed, does not exist, or belongs to no lesson is not found", async () => {
    const lessons = await publicLessons();
    const { id } = await lessons.publish(waterLesson, { illustrations: 2, failing: [1] });
    for (const path of [
      `${id}/images/1`,
      `${id}/images/2`,
      `${id}/images/-1`,
      `${id}/images/0x`,
      `${id}/images`,
    ])
      expect((await learner().open(`${lessons.publicUrl}/lessons/${path}`)).status).toBe(404);
    const unknown = `lsn_${"0".repeat(22)}/images/0`;
    expect((await learner().open(`${lessons.publicUrl}/lessons/${unknown}`)).status).toBe(404);
  });
});

describe("a missing lesson", () => {
  test("while it is being made, the page shows its progress and reloads", async () => {
    const lessons = await publicLessons();
    const written = Promise.withResolvers<void>();
    const illustrated = Promise.withResolvers<void>();
    const lesson = await lessons.begin(waterLesson, {
      illustrations: 2,
      written: written.promise,
      illustrated: illustrated.promise,
    });
    const says = async (text: string) =>
      expect.poll(async () => (await learner().open(lesson.url)).html, { timeout: 10_000 }).toContain(text);
    await says("Writing the text · 0%");
    const { html } = await learner().open(lesson.url);
    expect(html).toContain('<noscript><meta http-equiv="refresh" content="5"></noscript>');
    expect(html).toContain("This lesson is being made");
    written.resolve();
    await says("Drawing the pictures · 50%");
    illustrated.resolve();
    await says("How rain becomes a river");
  });

  test("a failed lesson says so, and tells the owner why", async () => {
    const lessons = await publicLessons();
    const reason = new Refusal("generation_failed", "Nothing is known about it.");
    const failed = await lessons.publish(reason, { illustrations: 1 });
    const page = await learner().open(`${failed.url}?lang=en`);
    expect(page.status).toBe(410);
    expect(page.html).toContain("This lesson could not be made");
    const owner = await learner().open(failed.manage);
    expect(owner.html).toContain("Failed");
    expect(owner.html.match(/Nothing is known about it\./g)).toHaveLength(1);
    expect(owner.html).toMatch(/Refunded<\/dt><dd>19</);
    expect(owner.html).not.toContain("Link for learners");
  });

  test("shows a message in place of a missing picture", async () => {
    const lessons = await publicLessons();
    const { url } = await lessons.publish(waterLesson, { illustrations: 2, failing: [1] });
    const { html } = await learner().open(url);
    expect(html).toMatch(
      /Through the ground<\/h2>\s*<p class="no-picture">The picture for this part could not/,
    );
    expect(html.match(/<img/g)).toHaveLength(1);
  });

  test.for(["/l/lsn_0000000000000000000000", "/l/none", "/lessons/none", "/lessons/a/b/c"])(
    "%s is not found",
    async (path) => {
      const lessons = await publicLessons();
      const page = await learner().open(lessons.publicUrl + path);
      expect([page.status, page.html.includes("There is no lesson here")]).toEqual([404, true]);
    },
  );
});

describe("the owner's page", () => {
  test("needs the key in its address; without it, the page does not reveal whether the lesson exists", async () => {
    const lessons = await publicLessons();
    const { id, manage } = await lessons.publish(waterLesson);
    const other = await lessons.publish(waterLesson);
    const key = new URL(manage).searchParams.get("key")!;
    const strange = new URL(other.manage).searchParams.get("key")!;
    const page = async (at: string, query: string) =>
      learner().open(`${lessons.publicUrl}/lessons/${at}${query}`);
    expect((await page(id, `?key=${key}`)).html).toContain("Manage the lesson");
    const unknown = await page(`lsn_${"0".repeat(22)}`, `?key=${key}`);
    for (const query of [`?key=${strange}`, `?key=${key.slice(0, -1)}`, `?key=${key}A`]) {
      const refused = await page(id, query);
      expect([query, refused.status, refused.html]).toEqual([query, 403, unknown.html]);
      expect(refused.html).toContain("This page needs its whole link");
    }
    // Its owner may have the address without the key, and signs in.
    for (const at of [id, `lsn_${"0".repeat(22)}`])
      for (const query of ["", "?key="])
        expect((await page(at, query)).url).toBe(
          `${lessons.publicUrl}/sign-in?next=${encodeURIComponent(`/lessons/${at}${query}`)}`,
        );
  });

  test("shows pictures also behind a password, by the key", async () => {
    const lessons = await publicLessons();
    const { manage } = await lessons.publish(waterLesson, { illustrations: 1, password: "open sesame" });
    const { html } = await learner().open(manage);
    expect(html).toContain("Learners are asked for the password.");
    const [, src = ""] = /<img src="([^"]+)"/.exec(html) ?? [];
    expect((await learner().open(lessons.publicUrl + src)).html).toBe(PICTURE);
  });

  test("shows the numbers of attempts and right answers, and nothing about a learner", async () => {
    const lessons = await publicLessons();
    const short = {
      ...waterLesson,
      tasks: waterLesson.tasks.filter(({ id }) => id === "depth" || id === "lapse"),
    };
    const { url, manage } = await lessons.publish(short);
    expect((await learner().open(manage)).html).toContain("Nobody has answered yet.");
    const first = learner();
    await first.answer(await first.open(url), "depth", { answer: "mud-by-ada" });
    const one = (await learner().open(manage)).html;
    expect(one).toContain("0 of 1 right");
    expect(one.split("Nobody has answered yet.")).toHaveLength(2);
    for (const [depth, lapse] of [
      ["groundwater", "6.5"],
      ["mud", "6.6"],
    ] as const) {
      const bob = learner();
      await bob.answer(await bob.open(url), "depth", { answer: depth });
      await bob.answer(await bob.open(url), "lapse", { answer: lapse });
    }
    const { html, headers } = await learner().open(manage);
    expect(html).toMatch(/Started<\/dt><dd>3<.*Finished<\/dt><dd>2</s);
    expect(html).toMatch(/1 of 3 right.*|2 of 2 right/s);
    expect([...html.matchAll(/(\d+) of (\d+) right<\/span>/g)].map(([text]) => text)).toEqual([
      "2 of 2 right</span>",
      "1 of 3 right</span>",
    ]);
    expect(html).not.toMatch(/mud|groundwater|att_/);
    expect(headers.get("cache-control")).toBe("private, no-store");
    lessons.later(30 * 24 * HOUR_MS);
    expect((await learner().open(manage)).html).toContain("Nobody has answered yet.");
  });
});

test("no page of a lesson is framed, kept by shared caches or free of a policy", async () => {
  const lessons = await publicLessons();
  const { url, manage } = await lessons.publish(waterLesson);
  for (const address of [url, `${url}?embed=1`, manage]) {
    const { headers } = await learner().open(address);
    expect(headers.get("content-security-policy")).toMatch(
      /default-src 'none'; script-src 'self';.*frame-ancestors 'none'/,
    );
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("cache-control")).toMatch(/^private, no-/);
  }
});
