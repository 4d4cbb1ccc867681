/** Draws the illustrations of a lesson as SVG. */
import type { Language } from "../../../generated/types.ts";
import { shorten } from "../../texts/shorten.ts";
import type { Lesson, LessonTexts, PlannedPicture } from "../content/lesson.ts";
import { type Diagram, drawShapes, listLabels } from "../drawing/diagram.ts";
import { draw } from "../drawing/draw.ts";
import type { LabelText } from "../drawing/label.ts";
import { pictureStyle } from "../drawing/style.ts";
import { findTranslation } from "../library/translation.ts";
import { frameText, termIn } from "../library/vocabulary.ts";
import type { LessonImage } from "../writer.ts";
import type { Plan, PlannedIllustration } from "./plan.ts";
import { headingTexts } from "./statement-lesson.ts";
import type { StatementPart } from "./statement-parts.ts";
import { capitalize, textsIn } from "./texts.ts";

const LONGEST_ALT = 900;

export function illustration(
  plan: Plan,
  planned: PlannedIllustration,
  lesson: Lesson,
  seed: string,
): LessonImage {
  if ("topic" in planned) {
    const diagram = planned.topic.diagrams[planned.diagram]!;
    return drawPicture(diagram, lesson, topicAlt(planned, lesson), termLabel, seed);
  }
  const alt = statementAlt(plan, planned.part, lesson);
  return drawPicture(statementDiagram(planned.part), lesson, alt, () => plainLabel, seed);
}

/** Draws the diagram of a picture that came with the lesson. */
export function plannedIllustration(
  lesson: Lesson,
  { diagram, alt, labels = [] }: PlannedPicture,
  seed: string,
): LessonImage {
  const places = listLabels(diagram);
  const labelIn = (language: Language) => (label: string) =>
    labels[places.indexOf(label)]?.[language] ?? plainLabel(label);
  return drawPicture(diagram, lesson, alt, labelIn, seed);
}

/** Each language of the lesson has labels of its own. */
function drawPicture(
  diagram: Diagram,
  { languages }: Lesson,
  alt: LessonTexts,
  labelIn: (language: Language) => LabelText,
  seed: string,
): LessonImage {
  const style = pictureStyle(seed);
  const textIn = (language: Language) => ({
    language,
    alt: alt[language] ?? "",
    labelText: labelIn(language),
  });
  const [first = "en", ...others] = languages;
  const svg = draw(drawShapes(diagram, style), [textIn(first), ...others.map(textIn)], style);
  return { mediaType: "image/svg+xml", bytes: new TextEncoder().encode(svg), alt };
}

function termLabel(language: Language): LabelText {
  return (label) => {
    if (label.startsWith("=")) return plainLabel(label);
    return capitalize(termIn(language, label) ?? label, language);
  };
}

/** Returns a label that contains its text after `=`. */
const plainLabel: LabelText = (label) => label.slice(1);

function topicAlt(
  { topic, diagram }: Extract<PlannedIllustration, { topic: unknown }>,
  { languages }: Lesson,
): LessonTexts {
  return textsIn(languages, (language) =>
    language === "en" ? topic.diagrams[diagram]?.alt : findTranslation(topic, language)?.diagrams[diagram],
  );
}

function statementAlt({ language }: Plan, part: StatementPart, { languages }: Lesson): LessonTexts {
  const heading = headingTexts(part, language, [language])[language] ?? "";
  const labels = part.statements.join(" · ");
  return textsIn(languages, (each) => {
    return shorten(frameText(each, "diagram_alt", { title: heading, labels }), LONGEST_ALT);
  });
}

/** Draws a prompt's own statements: steps as a flow chart, others as cards. */
function statementDiagram({ statements, isNumbered, firstNumber }: StatementPart): Diagram {
  // Labels begin with `=`, since texts of the prompt are the same in all languages.
  const nodes = statements.map((text) => ({ label: `=${text}` }));
  return isNumbered
    ? { kind: "flow", isNumbered: true, firstNumber, steps: nodes }
    : { kind: "cards", cards: nodes };
}
