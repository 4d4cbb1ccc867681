/** The settings of a lesson: its name, password and state, and its deletion. */
import { limits } from "../../../../../generated/limits.ts";
import { type Html, html } from "../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { confirmBox } from "../../../components/blocks/disclosure.ts";
import { part } from "../../../components/blocks/part.ts";
import { checkBox } from "../../../components/controls/boxes.ts";
import { button } from "../../../components/controls/buttons.ts";
import { lineField } from "../../../components/controls/line-field.ts";
import { postForm } from "../../../components/controls/post-form.ts";
import { passwordInput } from "../forms/parts.ts";

export interface LessonActionsView {
  readonly t: OwnerTranslation;
  readonly csrf: string;
  readonly id: string;
  /** The owner's name for it; undefined: its title. */
  readonly name: string | undefined;
  readonly hasPassword: boolean;
  readonly isPublished: boolean;
}

export function lessonActions(view: LessonActionsView): Html {
  return html`${renamePart(view)}${passwordPart(view)}${statusPart(view)}${deletePart(view)}`;
}

function renamePart({ t, csrf, id, name }: LessonActionsView): Html {
  const entry = lineField({
    name: "name",
    label: t.say("lesson_rename"),
    hint: t.say("lesson_rename_hint"),
    maxlength: limits.title_length.max,
    value: name,
  });
  return part({
    title: t.say("lesson_rename"),
    content: postForm({
      action: `/lessons/${id}/name`,
      csrf,
      content: [entry, button({ text: t.say("lesson_rename_button"), look: "quiet" })],
    }),
  });
}

function passwordPart({ t, csrf, id, hasPassword }: LessonActionsView): Html {
  const action = `/lessons/${id}/password`;
  const remove = postForm({
    action,
    csrf,
    hidden: { remove: "yes" },
    content: button({ text: t.say("password_remove"), look: "quiet" }),
  });
  return part({
    title: t.say("lesson_password_title"),
    content: html`
      <p>${t.say(hasPassword ? "lesson_link_password" : "lesson_link_open")}</p>
      ${confirmBox({
        summary: t.say(hasPassword ? "password_replace" : "password_save"),
        action,
        csrf,
        fields: passwordInput(t, t.say("password_new"), true),
        button: { text: t.say("password_save"), look: "quiet" },
      })}
      ${hasPassword && remove}
    `,
  });
}

function statusPart({ t, csrf, id, isPublished }: LessonActionsView): Html {
  return part({
    title: t.say("status_title"),
    content: html`
      <p>${t.say(isPublished ? "lesson_shown" : "lesson_hidden")}</p>
      ${postForm({
        action: `/lessons/${id}/status`,
        csrf,
        hidden: { hide: isPublished ? "yes" : "" },
        content: button({
          text: t.say(isPublished ? "lesson_hide_button" : "lesson_show_button"),
          look: "quiet",
        }),
      })}
    `,
  });
}

function deletePart({ t, csrf, id }: LessonActionsView): Html {
  return part({
    title: t.say("form_delete_title"),
    content: html`
      <p>${t.say("lesson_delete_text")}</p>
      ${confirmBox({
        summary: t.say("lesson_delete_open"),
        action: `/lessons/${id}/delete`,
        csrf,
        fields: checkBox({ name: "sure", value: "yes", text: t.say("form_delete_sure"), isRequired: true }),
        button: { text: t.say("form_delete_button"), look: "danger" },
      })}
    `,
  });
}
