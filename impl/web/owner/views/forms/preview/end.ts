/** The end of a preview. */
import type { Ending, FormStructure } from "../../../../../../generated/types.ts";
import type { Answers } from "../../../../../forms/answers/answer.ts";
import { conditionHolds } from "../../../../../forms/answers/expression-trees.ts";
import type { FormImage } from "../../../../../forms/fields/parts/picture.ts";
import { drawWording } from "../../../../../forms/fields/parts/wordings.ts";
import { type Html, html } from "../../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import type { Translation } from "../../../../../texts/translate.ts";
import { actions, linkButton } from "../../../../components/controls/buttons.ts";
import { answerKey } from "../../../../components/ending/answer-key.ts";
import { endingCalendar, endingLinks } from "../../../../components/ending/ending-links.ts";
import { endingText } from "../../../../components/ending/ending-text.ts";
import { takenPlaces } from "../../../../components/ending/taken-places.ts";
import type { PageView } from "../../../../components/layout.ts";
import { createLook } from "../../../../components/look.ts";
import { createMentions, type Mentions } from "../../../../components/mentions.ts";

export interface PreviewEnd {
  readonly owner: OwnerTranslation;
  readonly t: Translation;
  readonly structure: FormStructure;
  readonly images: ReadonlyMap<string, FormImage>;
  readonly answers: Answers;
  /** The ending to show; undefined: the ending that the answers lead to. */
  readonly ending: Ending | undefined;
  readonly now: Date;
  /** Whether the page is in the frame of the editor, which has its own explanation. */
  readonly isFramed: boolean;
  /** The button that keeps the answers as a test; false: that is not possible. */
  readonly test: Html | false;
}

export function previewEnd(view: PreviewEnd): PageView {
  const { owner, t, structure, answers, isFramed, test } = view;
  const ending =
    view.ending ?? structure.endings?.find(({ when }) => when === undefined || conditionHolds(when, answers));
  const mentions = createMentions(structure, answers, t, new Set());
  const title = ending ? drawWording(t, ending.title, mentions.show) : html`${owner.say("preview_thanks")}`;
  return {
    ...createLook(view),
    language: t.language,
    title: owner.say("preview_end_title"),
    embedded: false,
    main: html`
      ${!isFramed && html`<div class="notice" role="status">${owner.say("preview_end_text")}</div>`}
      <div class="words">
        <h1>${title}</h1>
        ${ending && endingText(t, ending, mentions, view.images)}
      </div>
      ${takenPlaces(t, { structure, answers, mentions })}
      ${endingLinks(t, ending, (shown) => calendarAddress(view, shown, mentions))}
      ${answerKey(t, structure, answers, mentions, structure.settings?.answer_key)}
      ${
        !isFramed &&
        actions(
          test,
          linkButton({
            text: owner.say("preview_again"),
            look: "quiet",
            address: `?lang=${t.language}`,
          }),
        )
      }
    `,
  };
}

/** Puts the calendar file into its link, since a preview stores no response whose address could lead to it. */
function calendarAddress({ t, now }: PreviewEnd, ending: Ending, mentions: Mentions): string {
  const file = endingCalendar(t, ending, mentions, { uid: `${ending.id}@preview`, now }) ?? "";
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(file)}`;
}
