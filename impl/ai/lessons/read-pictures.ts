/** Reads a model's plan of the illustrations of a lesson. */
import type { Language } from "../../../generated/types.ts";
import type { PlannedPicture } from "../../lessons/content/lesson.ts";
import { type Diagram, listLabels } from "../../lessons/drawing/diagram.ts";
import type { LessonRequest } from "../../lessons/writer.ts";
import { isObject, type Json, textIn, textsIn } from "../read-json.ts";

const LONGEST = { label: 40, note: 60, description: 1_500 };

export interface ReadPictures {
  readonly pictures: readonly PlannedPicture[];
  /** The index of the section of each picture. */
  readonly sectionOf: readonly number[];
}

export function readPictures(
  answer: Json,
  { illustrationCount }: LessonRequest,
  language: Language,
  problems: string[],
): ReadPictures {
  // Models like to add pictures that were not asked for.
  const list = (Array.isArray(answer.pictures) ? answer.pictures : []).slice(0, illustrationCount);
  if (list.length < illustrationCount) problems.push(`pictures must have ${illustrationCount} entries.`);
  const read = list.map((each: unknown, at) => {
    const picture = isObject(each) ? each : {};
    const place = `pictures[${at}]`;
    const description = textIn(picture, "description");
    if (description === "" || description.length > LONGEST.description)
      problems.push(`${place}.description must have 1 to ${LONGEST.description} characters.`);
    const section = typeof picture.section === "number" ? picture.section - 1 : -1;
    const diagram = readDiagram(picture.diagram, `${place}.diagram`, problems);
    const labels = listLabels(diagram).map((each) => ({ [language]: each.slice(1) }));
    const alt = { [language]: textIn(picture, "alt") };
    return { picture: { alt, description, diagram, labels }, section };
  });
  return { pictures: read.map(({ picture }) => picture), sectionOf: read.map(({ section }) => section) };
}

/** Replaces an unreadable diagram, for which a problem has been added. */
const NONE: Diagram = { kind: "cards", cards: [] };

function readDiagram(value: unknown, place: string, problems: string[]): Diagram {
  const diagram = isObject(value) ? value : {};
  const before = problems.length;
  const labels = (key: string, least: number, most: number, longest = LONGEST.label) => {
    const texts = textsIn(diagram, key);
    const fits = texts.length >= least && texts.length <= most;
    if (!fits) problems.push(`${place}.${key} must be a list of ${least} to ${most} labels.`);
    return texts.map((text) => ({ label: label(text, `${place}.${key}`, longest, problems) }));
  };
  const read = (): Diagram => {
    switch (diagram.layout) {
      case "flow":
        return { kind: "flow", isNumbered: true, steps: labels("steps", 3, 6) };
      case "cycle":
        return { kind: "cycle", steps: labels("steps", 3, 6) };
      case "layers": {
        const fill = (at: number) => (at % 2 === 0 ? ("cream" as const) : ("sky" as const));
        return {
          kind: "layers",
          layers: labels("layers", 2, 6).map((each, at) => ({ ...each, fill: fill(at) })),
        };
      }
      case "hub": {
        const middle = {
          label: label(textIn(diagram, "middle"), `${place}.middle`, LONGEST.label, problems),
        };
        return { kind: "hub", arrows: "none", middle, around: labels("around", 3, 8) };
      }
      case "cards":
        return { kind: "cards", cards: readCards(diagram, place, problems) };
      case "bars":
        return { kind: "bars", bars: readBars(diagram, place, problems) };
      default:
        problems.push(`${place}.layout must be flow, cycle, cards, hub, layers or bars.`);
        return NONE;
    }
  };
  const found = read();
  return problems.length > before ? NONE : found;
}

/** Marks a text with `=`, so that it is shown without translation. */
function label(text: string, place: string, longest: number, problems: string[]): string {
  if (text === "" || text.length > longest || /\p{Cc}/u.test(text) || !text.isWellFormed())
    problems.push(`${place} must have labels of 1 to ${longest} characters.`);
  return `=${text}`;
}

function readCards(diagram: Json, place: string, problems: string[]) {
  return entries(diagram, "cards", place, problems).map((card) => {
    const note = textIn(card, "note");
    return {
      label: label(textIn(card, "label"), `${place}.cards`, LONGEST.label, problems),
      ...(note !== "" && { note: label(note, `${place}.cards`, LONGEST.note, problems) }),
    };
  });
}

function readBars(diagram: Json, place: string, problems: string[]) {
  return entries(diagram, "bars", place, problems).map((bar) => {
    const value = typeof bar.value === "number" && bar.value > 0 && bar.value < 1e15 ? bar.value : 0;
    if (value === 0) problems.push(`${place}.bars must have values above 0.`);
    return {
      label: label(textIn(bar, "label"), `${place}.bars`, LONGEST.label, problems),
      value,
      text: label(textIn(bar, "text") || String(value), `${place}.bars`, LONGEST.label, problems),
    };
  });
}

function entries(diagram: Json, key: string, place: string, problems: string[]): Json[] {
  const list = Array.isArray(diagram[key]) ? diagram[key].filter(isObject) : [];
  if (list.length < 2 || list.length > 6) problems.push(`${place}.${key} must be a list of 2 to 6 objects.`);
  return list;
}
