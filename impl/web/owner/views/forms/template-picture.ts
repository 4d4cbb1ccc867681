/** Small pictures of templates and forms: the title, and the inputs of the first questions, drawn from the structure. */
import type { FormField, FormStructure } from "../../../../../generated/types.ts";
import { attributes, type Html, html } from "../../../../platform/html.ts";

const WIDTH = 160;
const HEIGHT = 140;
const LEFT = 14;
const INNER = WIDTH - 2 * LEFT;

/** Draws one input below a line for its question. `height` is without the gap to the next question. */
interface Drawing {
  readonly height: number;
  draw(y: number): Html;
}

/** Draws as many questions as fit. Screen readers read the name of the template instead. */
export function templatePicture(structure: FormStructure): Html {
  return picture(structure, titleBar(12));
}

/** Draws a form in its colour, with a band in place of its cover. */
export function formPicture(structure: FormStructure): Html {
  const { color, cover } = structure.theme ?? {};
  if (cover === undefined) return picture(structure, titleBar(12, color));
  const band = html`<rect${barAttributes(color)} x="0" y="0" width="${WIDTH}" height="20"/>`;
  return picture(structure, html`${band}${titleBar(30, color)}`, 48);
}

/** A colour is an attribute, because the policy of the page allows no styles in it. */
function barAttributes(color: string | undefined): Html {
  return attributes(color === undefined ? { class: "title-bar" } : { fill: color });
}

function titleBar(y: number, color?: string): Html {
  return html`<rect${barAttributes(color)} x="${LEFT}" y="${y}" width="78" height="7" rx="3"/>`;
}

/** @param first where the first question is */
function picture({ pages }: FormStructure, head: Html, first = 30): Html {
  const parts: Html[] = [];
  let y = first;
  for (const field of pages.flatMap(({ fields }) => fields)) {
    const { height, draw } = drawingOf(field);
    if (y + 8 + height > HEIGHT) break;
    parts.push(line(y, 34 + (field.id.length % 5) * 9), draw(y + 7));
    y += height + 14;
  }
  return html`
    <svg class="picture" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">
      ${head}
      ${parts}
    </svg>
  `;
}

function drawingOf({ type }: FormField): Drawing {
  switch (type) {
    case "long_text":
    case "signature":
    case "file_upload":
      return { height: 22, draw: (y) => box(y, INNER, 22) };
    case "single_choice":
    case "multiple_choice":
    case "ranking":
      return { height: 20, draw: (y) => html`${choice(y, 52)}${choice(y + 11, 40)}` };
    case "consent":
      return { height: 9, draw: (y) => choice(y, 84) };
    case "yes_no":
      return { height: 11, draw: (y) => html`${box(y, 40, 11)}${box(y, 40, 11, LEFT + 46)}` };
    case "rating":
    case "nps":
    case "scale":
      return {
        height: 10,
        draw: (y) => html`${[0, 1, 2, 3, 4].map((at) => dot(LEFT + 5 + at * 14, y + 5, 4))}`,
      };
    case "section":
    case "statement":
      return { height: 2, draw: (y) => line(y, 96) };
    case "date":
    case "time":
    case "datetime":
    case "number":
      return { height: 11, draw: (y) => box(y, 60, 11) };
    default:
      return { height: 11, draw: (y) => box(y, INNER, 11) };
  }
}

function line(y: number, width: number): Html {
  return html`<rect class="words" x="${LEFT}" y="${y}" width="${width}" height="3" rx="1.500"/>`;
}

function box(y: number, width: number, height: number, x = LEFT): Html {
  return html`<rect class="input-box" x="${x}" y="${y}" width="${width}" height="${height}" rx="3"/>`;
}

function choice(y: number, width: number): Html {
  return html`
    ${dot(LEFT + 4, y + 4, 3.5)}
    <rect class="words" x="${LEFT + 12}" y="${y + 2.5}" width="${width}" height="3" rx="1.500"/>
  `;
}

function dot(x: number, y: number, radius: number): Html {
  return html`<circle class="input-box" cx="${x}" cy="${y}" r="${radius}"/>`;
}
