/** Diagrams as language models describe them: drawn with every label to be read, however long and many they are. */
import { expect, test } from "vitest";
import { plannedIllustration } from "../../lessons/builtin/illustrate.ts";
import { overlaps, readPicture } from "../../test/support/lesson-pictures.ts";
import { readPictures } from "./read-pictures.ts";

const long = "Photosynthesis turns light into sugar 12";
const note = "Chlorophyll takes in the red and the blue light of the sun.";
const times = <T>(count: number, of: T): T[] => Array.from({ length: count }, () => of);

const diagrams: readonly [string, object][] = [
  ["a flow of three", { layout: "flow", steps: times(3, long) }],
  ["a flow of six", { layout: "flow", steps: times(6, long) }],
  ["a cycle of three", { layout: "cycle", steps: times(3, long) }],
  ["a cycle of six", { layout: "cycle", steps: times(6, long) }],
  ["two cards", { layout: "cards", cards: times(2, { label: long, note }) }],
  ["six cards", { layout: "cards", cards: times(6, { label: long, note }) }],
  ["a hub of three", { layout: "hub", middle: long, around: times(3, long) }],
  ["a hub of eight", { layout: "hub", middle: long, around: times(8, long) }],
  ["six layers", { layout: "layers", layers: times(6, long) }],
  ["six bars", { layout: "bars", bars: times(6, { label: long, value: 71.5, text: "71.5 % of all of it" }) }],
  [
    "bars of very different values",
    {
      layout: "bars",
      bars: [
        { label: "Sun", value: 1_392_700, text: "1,392,700 km" },
        { label: "Moon", value: 0.5, text: "½ km" },
      ],
    },
  ],
];

test.each(diagrams)("%s", (_, diagram) => {
  const problems: string[] = [];
  const picture = { section: 1, alt: "What is seen", description: "A scene", diagram };
  const request = {
    accountId: "acc_1",
    prompt: "",
    languages: ["en"],
    illustrationCount: 1,
    taskMode: "fixed",
    seed: "quo_1",
  } as const;
  const { pictures } = readPictures({ pictures: [picture] }, request, "en", problems);
  expect(problems).toEqual([]);
  const lesson = { languages: ["en"], title: {}, summary: {}, sections: [], tasks: [], notices: [] } as const;
  const wrong = times(12, 0).flatMap((_, seed) => {
    const { bytes } = plannedIllustration(lesson, pictures[0]!, `quo_${seed}`);
    return overlaps(readPicture(new TextDecoder().decode(bytes)));
  });
  expect(wrong).toEqual([]);
});
