/** The files of `lexicon/instructions/`: what each language says for the same instructions. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { instructionsIn, numberIn } from "../builder/lexicon/instructions.ts";
import { LANGUAGES } from "../builder/lexicon/names.ts";
import { matchTemplate, parseTemplate } from "../builder/lexicon/templates.ts";

interface InstructionFile {
  readonly vocabulary: Readonly<Record<string, string>>;
  readonly templates?: Readonly<Record<string, readonly string[]>>;
}

function read(name: string): InstructionFile {
  const file = new URL(`../builder/lexicon/instructions/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as InstructionFile;
}

const shared = JSON.parse(JSON.stringify(read("shared"))) as unknown as Record<string, readonly string[]>;
const english = new Set([...Object.keys(read("en").vocabulary), "formForms"]);
/** Without these, a language has no edits. */
const NEEDED =
  "add remove rename change to move top end after before page pages split swap option only if show hide is mustBe mustNotBe past noPast responses close translate numbers skip title limit";

describe.each(LANGUAGES)("instructions in %s", (language) => {
  const file = read(language);

  it("have the words that edits need, and no list that English lacks", () => {
    const names = Object.keys(file.vocabulary);
    expect(NEEDED.split(" ").filter((name) => !file.vocabulary[name])).toEqual([]);
    expect(names.filter((name) => !english.has(name))).toEqual([]);
  });

  it("have templates for known instructions, each of them complete", () => {
    const { vocabulary } = instructionsIn(language);
    const own = Object.entries(file.templates ?? {});
    expect(own.map(([name]) => name).filter((name) => !(name in shared))).toEqual([]);
    const broken = own
      .flatMap(([, texts]) => texts)
      .filter((text) => !parseTemplate(text, vocabulary, new Set()));
    expect(broken).toEqual([]);
  });

  it("count to ten", () => {
    const words = read(language)
      .vocabulary.numbers!.split(",")
      .map((word) => word.trim().split("/")[0]!);
    expect(words.slice(0, 10).map((word) => numberIn(word, instructionsIn(language)))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
  });
});

describe("a template", () => {
  const vocabulary = { to: ["to", "into"], move: ["move", "put"] };
  const match = (template: string, text: string) => [
    ...matchTemplate(parseTemplate(template, vocabulary, new Set(["the"]))!, text),
  ];

  it.each<[string, string, object[]]>([
    ["<move> {what} <to> {place}", "Move the email to page 2", [{ what: "the email", place: "page 2" }]],
    ["<move> {what} (first|last)?", "put it first", [{ what: "it" }, { what: "it first" }]],
    ["<move> {what}", "remove it", []],
    ["<move> {what} <to> {place}", "move e-mail to the-top", [{ what: "e-mail", place: "the-top" }]],
  ])("%s reads %s", (template, text, want) => {
    expect(match(template, text)).toEqual(want);
  });

  it("needs the lists that it names", () => {
    expect(parseTemplate("<swap> {a}", vocabulary, new Set())).toBeUndefined();
  });

  it("ends on hostile sentences", () => {
    const hostile = "to ".repeat(79);
    expect(match("{a} <to> {b} <to> {c} <to> {d} <to> {e} end", hostile)).toEqual([]);
  });
});
