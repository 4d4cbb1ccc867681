/** The looks that pictures get by the seed of their lesson. */
import { describe, expect, it } from "vitest";
import type { Language } from "../../../generated/types.ts";
import { overlaps, readPicture } from "../../test/support/lesson-pictures.ts";
import { illustration } from "../builtin/illustrate.ts";
import { makePlan } from "../builtin/plan.ts";
import { builtinWriter } from "../builtin/writer.ts";
import { allTopics } from "../library/topic.ts";
import { termIn } from "../library/vocabulary.ts";
import { type Diagram, drawShapes, listLabels } from "./diagram.ts";
import { draw } from "./draw.ts";
import { type Colour, palette } from "./palette.ts";
import { type PictureStyle, pictureStyle, plainStyle, themes } from "./style.ts";

const never = new AbortController().signal;
const diagrams = allTopics().flatMap(({ id, diagrams }) =>
  diagrams.map((diagram, index) => [`${id} ${index}`, diagram] as const),
);

/** Relative luminance, as WCAG defines it. */
function luminance(colour: Colour): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => Number.parseInt(palette[colour].slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

it("dark text has enough contrast on the paper, the boxes and the labels of every theme", () => {
  for (const { paper, boxes, label } of themes)
    for (const colour of [paper, ...boxes, label]) {
      const contrast = (luminance(colour) + 0.05) / (luminance("ink") + 0.05);
      expect([colour, contrast >= 7]).toEqual([colour, true]);
    }
});

it("the same seed gives the same look, and ten seeds give at least nine", () => {
  const seeds = Array.from({ length: 10 }, (_, n) => `quo_${n}`);
  expect(seeds.map(pictureStyle)).toEqual(seeds.map(pictureStyle));
  expect(new Set(seeds.map((seed) => JSON.stringify(pictureStyle(seed)))).size).toBeGreaterThanOrEqual(9);
});

it("each topic's pictures differ between two lessons, and have the same contents", async () => {
  for (const { title } of allTopics()) {
    const lessons = await Promise.all(
      ["quo_a", "quo_c"].map(async (seed) => {
        const request = {
          accountId: "acc_1",
          prompt: title,
          languages: ["en"],
          illustrationCount: 3,
          taskMode: "fixed",
          seed,
        } as const;
        const lesson = await builtinWriter.write(request, never);
        const plan = makePlan(request);
        return plan.illustrations.map((planned) => illustration(plan, planned, lesson, seed));
      }),
    );
    const [one, other] = lessons as [(typeof lessons)[0], (typeof lessons)[0]];
    const text = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder().decode(bytes);
    const labels = (svg: string) =>
      readPicture(svg)
        .labels.map((label) => label.text)
        .toSorted();
    for (const [index, picture] of one.entries()) {
      expect([title, index, text(picture) === text(other[index]!)]).toEqual([title, index, false]);
      expect(labels(text(picture))).toEqual(labels(text(other[index]!)));
      expect(picture.alt).toEqual(other[index]!.alt);
    }
  }
});

it("mirrored diagrams do not mention left and right", () => {
  const mirrored = diagrams.filter(([, diagram]) => diagram.kind === "scene" && diagram.mirrors);
  expect(mirrored.length).toBeGreaterThan(10);
  expect(mirrored.filter(([, { alt }]) => /\b(left|right|east|west|clockwise)\b/i.test(alt))).toEqual([]);
});

describe.each(diagrams)("the diagram %s", (_, diagram) => {
  it("has all its labels without overlap, in every arrangement", () => {
    const wrong: string[] = [];
    for (const language of ["en", "de", "el", "fi", "hu"] as const) {
      for (const style of arrangements()) {
        const svg = draw(
          drawShapes(diagram, style),
          [{ language, alt: diagram.alt, labelText: inLanguage(language) }],
          style,
        );
        const picture = readPicture(svg);
        wrong.push(...overlaps(picture).map((each) => `${language} ${style.arrangement}: ${each}`));
      }
    }
    expect(wrong).toEqual([]);
    for (const style of arrangements()) {
      const shown = drawShapes(diagram, style).flatMap((shape) => ("label" in shape ? [shape.label] : []));
      expect(new Set(shown)).toEqual(new Set(listLabels(diagram)));
    }
  });
});

const nodes = (...labels: string[]) => labels.map((label) => ({ label: `=${label}` }));
const sizesOf = (diagram: Diagram) => {
  const alt = "";
  const svg = draw(drawShapes(diagram, plainStyle), [{ language: "en", alt, labelText }], plainStyle);
  return [...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
};
const labelText = inLanguage("en");
const words = ["Red", "Ultraviolet", "Green", "EU"];

it.each<readonly [string, Diagram, number[]]>([
  [
    "a short word beside others",
    { kind: "hub", arrows: "none", middle: nodes("X")[0]!, around: nodes(...words) },
    [18, 18, 18, 18, 18],
  ],
  [
    "a long word among others",
    { kind: "hub", arrows: "none", middle: nodes("X")[0]!, around: nodes("Red", "Electromagnetic") },
    [17, 17, 17],
  ],
  [
    "a word without room among others",
    { kind: "cycle", steps: nodes("Red", "Green", "Antidisestablishmentarianism") },
    [14, 14, 12],
  ],
  ["short words", { kind: "cards", cards: nodes("Red", "Tan") }, [18, 18]],
  ["signs alone", { kind: "cards", cards: nodes("I", "X", "12") }, [40, 40, 40]],
])("the labels of one picture have the same size: %s", (_, diagram, sizes) => {
  expect(sizesOf(diagram)).toEqual(sizes);
});

/** No layout has more arrangements than steps. */
function arrangements(): PictureStyle[] {
  return Array.from({ length: 6 }, (_, arrangement) => ({
    ...plainStyle,
    arrangement,
    isMirrored: arrangement % 2 === 1,
  }));
}

function inLanguage(language: Language) {
  return (label: string) => (label.startsWith("=") ? label.slice(1) : (termIn(language, label) ?? label));
}
