/** The page of a lesson for learners without scripts. */
import { describe, expect, test } from "vitest";
import { learner, taskOn } from "../../test/support/learner.ts";
import { publicLessons } from "../../test/support/public-lessons.ts";
import { inOrder, keys, review, waterLesson } from "../../test/support/water-lesson.ts";

const answers: [task: string, entries: Record<string, string | string[]>, state: string, said: RegExp][] = [
  ["cooling", { answer: "cool" }, "right", /That is right .*why-cooling/],
  ["cooling", { answer: "salt" }, "wrong", /Not yet Have another look/],
  ["cooling", {}, "rejected", /Please choose an answer/],
  ["cooling", { answer: "none-of-these" }, "rejected", /Please choose an answer/],
  ["cooling", { answer: ["salt", "cool"] }, "wrong", /Not yet/],
  ["hill", { answer: ["seeps", "runs"] }, "right", /That is right/],
  ["hill", { answer: "runs" }, "partly", /Partly right Have another look/],
  ["hill", { answer: "stone" }, "wrong", /Not yet/],
  ["lapse", { answer: "6,5 °C" }, "right", /That is right .*why-lapse/],
  ["lapse", { answer: "60" }, "wrong", /Not yet/],
  ["lapse", { answer: "cold" }, "rejected", /Enter a number/],
  ["lapse", { answer: "  " }, "rejected", /Give an answer first/],
  ["depth", { answer: "GroundWater" }, "right", /That is right/],
  ["depth", { answer: "Grundwasser" }, "right", /That is right/],
  ["depth", { answer: "mud" }, "wrong", /Not yet/],
  ["way", inOrder("k", "a", "x", "c"), "right", /That is right/],
  ["way", inOrder("k", "a", "c", "x"), "partly", /2 of 4 are in their place/],
  ["way", inOrder("c", "k", "a", "x"), "wrong", /0 of 4 are in their place/],
  ["way", { "place.k": "1", "place.a": "1", "place.x": "2" }, "rejected", /a different place/],
  ["way", { "place.k": "-1", "place.a": "999", "place.x": "x" }, "rejected", /a different place/],
  [
    "drought",
    { answer: "slow, from a spring" },
    "right",
    /point-slow.*point-spring.*Compared by a test.*why-drought/,
  ],
  [
    "drought",
    { answer: "slow" },
    "partly",
    /About: slow Your answer already says: .*point-slow.*Points still missing: 1/,
  ],
  ["drought", { answer: "no idea" }, "wrong", /About: no idea Points still missing: 2.*Compared by a test/],
  ["drought", { answer: "" }, "rejected", /Give an answer first/],
];

describe("judges answers", async () => {
  test("judges right, wrong and missing answers to each kind of task", async () => {
    const lessons = await publicLessons({}, review);
    const { url } = await lessons.publish(waterLesson);
    for (const [task, entries, state, said] of answers) {
      const ada = learner();
      const page = await ada.answer(await ada.open(url), task, entries);
      const found = taskOn(page, task);
      expect([task, entries, found.state], found.text).toEqual([task, entries, state]);
      expect(found.text).toMatch(said);
      expect(page.status).toBe(state === "rejected" ? 422 : 200);
      // An answer that could not be judged does not count as an attempt.
      expect(ada.jar.size).toBe(state === "rejected" ? 0 : 1);
    }
    expect(await lessons.attempts()).toHaveLength(
      answers.filter(([, , state]) => state !== "rejected").length,
    );
  });

  test("the browser never gets a key before the learner has found it", async () => {
    const lessons = await publicLessons({}, review);
    const { url, id } = await lessons.publish(waterLesson, { illustrations: 1 });
    const ada = learner();
    let page = await ada.open(url);
    await ada.open(`${url}?lang=de`);
    await ada.open(`${lessons.publicUrl}/lessons/${id}/images/0`);
    for (const [task, entries, state] of answers)
      if (state === "wrong" || state === "rejected")
        page = await ada.answer(await ada.open(url), task, entries);
    for (const [, path] of page.html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g))
      await ada.open(lessons.publicUrl + path);
    // After the second try, the explanation is offered. The learner's own answers are shown.
    const all = ada.received.join("\n").replace(/<details>.*?<\/details>/gs, "");
    expect(ada.received.length).toBeGreaterThan(20);
    expect(keys.exec(all)).toBeNull();
    // The items are not in the right order.
    const shown = [...page.html.matchAll(/name="place\.(\w)"/g)].map(([, item]) => item);
    expect(shown.toSorted()).toEqual(["a", "c", "k", "x"]);
    expect(shown).not.toEqual(["k", "a", "x", "c"]);
  });

  test("offers the explanation after two wrong tries", async () => {
    const lessons = await publicLessons();
    const { url } = await lessons.publish(waterLesson);
    const ada = learner();
    const once = await ada.answer(await ada.open(url), "lapse", { answer: "1" });
    expect(taskOn(once, "lapse").text).not.toContain("why-lapse");
    const twice = await ada.answer(once, "lapse", { answer: "2" });
    expect(twice.html).toMatch(/<details><summary>Explanation<\/summary><p>[^<]*why-lapse/);
  });
});

describe("languages", () => {
  test("shows the page in each language, and marks texts without a translation with their language", async () => {
    const lessons = await publicLessons();
    const { url } = await lessons.publish(waterLesson);
    const german = await learner().open(url, { "Accept-Language": "de-AT,en;q=0.5" });
    expect(german.html).toContain('<html lang="de">');
    expect(german.html).toContain("<h1>Wie aus Regen ein Fluss wird</h1>");
    expect(german.html).toContain('<p lang="en">Not all of it reaches the ground');
    expect(german.html).toContain('<span lang="en">It becomes lighter</span>');
    expect(german.html).toContain("Was haben Sie behalten?");
    expect(german.html).toContain("Manche Teile gibt es nur auf Englisch.");
    const english = await learner().open(`${url}?lang=en`, { "Accept-Language": "de" });
    expect(english.html).toContain('<html lang="en">');
    expect(english.html).toContain("Made by a test.");
    expect(english.html).not.toContain("Manche Teile");
    expect(english.html.match(/<(?!html|span|a |li)[^>]* lang="/g)).toBeNull();
  });

  test("an answer stays when the language changes, and its feedback is in the language of the page", async () => {
    const lessons = await publicLessons();
    const { url } = await lessons.publish(waterLesson);
    const ada = learner();
    const page = await ada.answer(await ada.open(`${url}?lang=de`), "depth", { answer: "Schlamm" });
    expect(taskOn(page, "depth").text).toContain("Noch nicht");
    expect(taskOn(await ada.open(`${url}?lang=en`), "depth").text).toContain("Not yet");
  });
});

describe("reviews", () => {
  test("reviews 200 answers an hour of one network and lesson; then the answer stays on the page", async () => {
    let reviews = 0;
    const lessons = await publicLessons({}, (...args) => {
      reviews += 1;
      return review(...args);
    });
    const { url } = await lessons.publish(waterLesson);
    const other = await lessons.publish(waterLesson);
    const ada = learner();
    const page = await ada.open(url);
    for (let sent = 0; sent < 200; sent++) await ada.answer(page, "drought", { answer: "slow" });
    const late = await ada.answer(page, "drought", { answer: "spring & slow" });
    expect([late.status, taskOn(late, "drought").state, reviews]).toEqual([429, "rejected", 200]);
    expect(late.html).toContain("Please wait 60 minutes and try again.");
    expect(late.html).toContain("spring &amp; slow</textarea>");
    const there = await ada.answer(await ada.open(other.url), "drought", { answer: "slow" });
    expect(taskOn(there, "drought").state).toBe("partly");
  });

  test("hides a review that quotes the rubric, and lists only the found points", async () => {
    const quoting: typeof review = async (asked, signal) => ({
      ...(await review(asked, signal)),
      feedback: `It lacks: ${asked.task.rubric.points[1]!.text.en}`,
    });
    const lessons = await publicLessons({}, quoting);
    const { url } = await lessons.publish(waterLesson);
    const ada = learner();
    const page = await ada.answer(await ada.open(url), "drought", { answer: "slow" });
    expect(taskOn(page, "drought").text).toMatch(
      /Your answer already says: .*point-slow.*Points still missing: 1/,
    );
    expect(page.html).not.toMatch(/It lacks|point-spring/);
  });

  test("reports a failed review, and keeps the answer on the page", async () => {
    const lessons = await publicLessons({}, () => Promise.reject(new Error("no model")));
    const { url } = await lessons.publish(waterLesson);
    const ada = learner();
    const page = await ada.answer(await ada.open(url), "drought", { answer: "slow" });
    expect([page.status, taskOn(page, "drought").state]).toEqual([503, "rejected"]);
    expect(page.html).toContain("could not be reviewed just now");
    expect(page.html).toContain("slow</textarea>");
    expect(lessons.logged).toContainEqual(expect.objectContaining({ event: "review_failed" }));
    expect(await lessons.attempts()).toEqual([]);
  });
});

test("does not read posts from another site", async () => {
  const lessons = await publicLessons();
  const { url } = await lessons.publish(waterLesson);
  const body = new URLSearchParams({ task: "cooling", answer: "cool" });
  const response = await fetch(url, { method: "POST", body, headers: { Origin: "https://evil.example" } });
  expect(response.status).toBe(403);
  expect(await lessons.attempts()).toEqual([]);
});

test("redirects unknown posts to the lesson", async () => {
  const lessons = await publicLessons();
  const { url } = await lessons.publish(waterLesson);
  for (const body of [
    {},
    { task: "none" },
    { task: "__proto__" },
    { task: "cooling", go: "other", answer: "" },
  ]) {
    const response = await fetch(url, {
      method: "POST",
      body: new URLSearchParams(body),
      redirect: "manual",
    });
    expect([body, response.status < 500]).toEqual([body, true]);
  }
  expect(await lessons.attempts()).toEqual([]);
});
