/** The parts of the list of forms that tag forms, filter by a tag, and remove it. They work without scripts. */
import { TAG_LENGTH } from "../../../../../forms/tags/tags.ts";
import { type Html, html } from "../../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import { confirmBox } from "../../../../components/blocks/disclosure.ts";
import { button } from "../../../../components/controls/buttons.ts";
import { labelledSelect, option } from "../../../../components/controls/select.ts";
import type { ListFilter } from "./list-filter.ts";

/** The list whose forms can be tagged. */
export interface TaggedList {
  readonly t: OwnerTranslation;
  readonly csrf: string;
  readonly filter: ListFilter;
  /** The tags of the account. */
  readonly tags: readonly string[];
}

/** Draws the input that adds a tag to the ticked forms, and the button that takes off the tag that the list is filtered by. */
export function tagInputs({ t, tags, filter: { tag } }: TaggedList): Html {
  const names = tags.map((one) => html`<option value="${one}"></option>`);
  return html`
    <input
      class="input"
      name="tag_name"
      maxlength="${TAG_LENGTH}"
      list="tag-names"
      autocomplete="off"
      placeholder="${t.say("tag")}"
      aria-label="${t.say("tag")}"
    >
    <datalist id="tag-names">${names}</datalist>
    ${button({ text: t.say("tags_add"), look: "quiet", name: "action", value: "tag" })}
    ${tag !== "" && button({ text: t.say("tags_remove", { tag }), look: "quiet", name: "action", value: "untag" })}
  `;
}

/** Draws the menu that filters the list by a tag. */
export function tagMenu({ t, tags, filter }: TaggedList): Html {
  const every = option({ value: "", text: t.say("tags_all") });
  const options = tags.map((tag) => option({ value: tag, text: tag, isChosen: tag === filter.tag }));
  return html`
    <div>
      ${labelledSelect({
        id: "tag",
        name: "tag",
        label: t.say("tag"),
        isLabelHidden: true,
        options: [every, options],
      })}
    </div>
  `;
}

/** Draws the button that removes the tag that the list is filtered by. */
export function tagActions({ t, csrf, filter: { tag } }: TaggedList): Html {
  return html`
    <div class="view-actions">
      ${confirmBox({
        summary: t.say("tag_remove", { tag }),
        text: t.say("tag_remove_text"),
        action: "/forms/tags/remove",
        csrf,
        hidden: { tag },
        button: { text: t.say("tag_remove_button"), look: "danger" },
      })}
    </div>
  `;
}
