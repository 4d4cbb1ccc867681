/** Draws the illustrations of a lesson as SVG. */
import type { Language } from "../../../generated/types.ts";
import type { Lesson, LessonTexts, PlannedPicture } from "../content/lesson.ts";
import { type Diagram, labelsOf, shapesOf } from "../drawing/diagram.ts";
import { draw } from "../drawing/draw.ts";
import type { LabelText } from "../drawing/picture-text.ts";
import { pictureStyle } from "../drawing/style.ts";
import { translationOf } from "../library/translation.ts";
import { frameText, termIn, vocabularyOf } from "../library/vocabulary.ts";
import type { LessonImage } from "../writer.ts";
import type { Plan, PlannedIllustration } from "./plan.ts";
import { statementDiagram } from "./statement-diagrams.ts";
import { headingTexts } from "./statement-lesson.ts";
import type { StatementPart } from "./statement-parts.ts";
import { capitalized, listed, textsIn } from "./texts.ts";

const LONGEST_ALT = 900;

/** Labels stand in the lesson's default language; a term that is not translated stays English and is marked so. */
export function illustration(
  plan: Plan,
  planned: PlannedIllustration,
  lesson: Lesson,
  seed: string,
): LessonImage {
  const language = lesson.languages[0]!;
  const diagram =
    "topic" in planned ? planned.topic.diagrams[planned.diagram]! : statementDiagram(planned.part);
  const alt = "topic" in planned ? topicAlt(planned, lesson) : statementAlt(plan, planned.part, lesson);
  const shown = alt[language] ?? alt.en ?? Object.values(alt)[0] ?? "";
  const labelText: LabelText =
    "topic" in planned ? termLabel(language) : promptLabel(plan.language, language);
  const style = pictureStyle(seed);
  const svg = draw(shapesOf(diagram, style), { language, alt: shown, labelText }, style);
  return { mediaType: "image/svg+xml", bytes: new TextEncoder().encode(svg), alt };
}

/** Draws the diagram of a picture that came with the lesson. */
export function plannedIllustration(
  { languages: [language = "en"] }: Lesson,
  { diagram, alt }: PlannedPicture,
  seed: string,
): LessonImage {
  const style = pictureStyle(seed);
  const text = { language, alt: alt[language] ?? "", labelText: promptLabel(language, language) };
  const svg = draw(shapesOf(diagram, style), text, style);
  return { mediaType: "image/svg+xml", bytes: new TextEncoder().encode(svg), alt };
}

function termLabel(language: Language): LabelText {
  return (label) => {
    if (label.startsWith("=")) return { text: label.slice(1) };
    const translated = termIn(language, label);
    if (translated !== undefined) return { text: capitalized(translated, language) };
    return { text: capitalized(label, "en"), language: "en" };
  };
}

function promptLabel(ofPrompt: Language, language: Language): LabelText {
  return (label) => ({ text: label.slice(1), ...(ofPrompt !== language && { language: ofPrompt }) });
}

/** As it was written for the diagram; where that is not translated, the title and the labels. */
function topicAlt(
  { topic, diagram }: Extract<PlannedIllustration, { topic: unknown }>,
  { languages }: Lesson,
): LessonTexts {
  const shown = topic.diagrams[diagram]!;
  const others = languages.filter((language) => language !== "en");
  const entries = others.map((language) => {
    const translated = translationOf(topic, language)?.diagrams[diagram];
    if (translated !== undefined) return [language, translated] as const;
    const title = vocabularyOf(language).titles[topic.id] ?? topic.title;
    return [
      language,
      frameText(language, "diagram_alt", { title, labels: labelList(shown, language) }),
    ] as const;
  });
  return { ...Object.fromEntries(entries), en: shown.alt };
}

function labelList(diagram: Diagram, language: Language): string {
  const label = termLabel(language);
  const texts = labelsOf(diagram).map((each) => label(each).text);
  return listed(
    language,
    texts.filter((text) => text !== ""),
  );
}

function statementAlt({ language }: Plan, part: StatementPart, { languages }: Lesson): LessonTexts {
  const heading = headingTexts(part, language, [language])[language] ?? "";
  const labels = part.statements.join(" · ");
  return textsIn(languages, (each) => {
    const alt = frameText(each, "diagram_alt", { title: heading, labels });
    return alt.length > LONGEST_ALT ? `${alt.slice(0, LONGEST_ALT)}…` : alt;
  });
}
