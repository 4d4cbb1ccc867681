/** The feedback on an answer. It never reveals more of the key than the learner has found. */
import { attributes, type Html, html } from "../../../platform/html.ts";
import { elementIds, type TaskView } from "./task-view.ts";

/** The number of tries after which the explanation is offered even if the answer is not right. */
const TRIES_BEFORE_EXPLANATION = 2;

const SIGNS = {
  right: html`<path d="M6 12.500l4 4 8-9"/>`,
  partly: html`<path d="M6 12h12"/>`,
  wrong: html`<path d="M8 16.500V11a4 4 0 0 1 4-4h5M14 4l3 3-3 3"/>`,
  unjudged: html`<path d="M6 8h12M6 12h12M6 16h7"/>`,
  rejected: html`<path d="M12 6v7M12 17.500v.1"/>`,
};

export function feedback(view: TaskView): Html | undefined {
  const { t, rejected, result } = view;
  if (rejected) return box(view, "rejected", html`<p>${rejected.message}</p>`);
  if (result === undefined) return undefined;
  const { verdict } = result;
  if (verdict === "unjudged") return box(view, verdict, html`${drawExpected(view)}${explanation(view)}`);
  const title = t.say(`lesson_${verdict}`);
  return box(view, verdict, html`<p class="verdict">${title}</p>${details(view)}${explanation(view)}`);
}

function box(view: TaskView, state: keyof typeof SIGNS, content: Html): Html {
  const values = attributes({
    class: "feedback",
    "data-state": state,
    id: elementIds(view).feedback,
    tabindex: "-1",
  });
  return html`<div${values}><svg viewBox="0 0 24 24" aria-hidden="true">${SIGNS[state]}</svg><div>${content}</div></div>`;
}

/** Draws the expected points for learners who check their answer themselves. */
function drawExpected({ t, words, task }: TaskView): Html | undefined {
  if (task.kind !== "open") return undefined;
  const points = task.rubric.points.map(({ text }) => html`<li${words.lang(text)}>${words.plain(text)}</li>`);
  return html`<p class="verdict">${t.say("lesson_expected")}</p><ul class="found-points">${points}</ul>`;
}

function details({ t, words, task, result }: TaskView): Html | undefined {
  if (result === undefined) return undefined;
  const { verdict, review, inPlace = 0 } = result;
  if (task.kind === "open" && review) {
    const points = task.rubric.points.filter(({ id }) => review.found.includes(id));
    const missing = task.rubric.points.length - points.length;
    const found =
      points.length > 0 &&
      html`
        <p>${t.say("lesson_points")}</p>
        <ul class="found-points">
          ${points.map(({ text }) => html`<li${words.lang(text)}>${words.plain(text)}</li>`)}
        </ul>
      `;
    return html`
      ${review.feedback !== "" && html`<p>${review.feedback}</p>`}
      ${found}
      ${missing > 0 && html`<p>${t.say("lesson_points_more", { count: missing })}</p>`}
      <p class="method">${review.method}</p>
    `;
  }
  if (verdict === "right") return undefined;
  const places =
    task.kind === "order" && t.say("lesson_in_place", { found: inPlace, total: task.items.length });
  return html`<p>${places}${places && " "}${t.say("lesson_try_again")}</p>`;
}

function explanation({ t, words, task, result }: TaskView): Html | undefined {
  if (task.explanation === undefined || result === undefined) return undefined;
  const text = html`<p${words.lang(task.explanation)}>${words.plain(task.explanation)}</p>`;
  if (result.verdict === "right" || result.verdict === "unjudged") return text;
  if (result.tries < TRIES_BEFORE_EXPLANATION) return undefined;
  return html`<details><summary>${t.say("lesson_explanation")}</summary>${text}</details>`;
}
