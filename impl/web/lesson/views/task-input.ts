/** Draws the question of a task and the input for its answer. It must never show a key. */
import type {
  ChoiceTask,
  GapTask,
  NumberTask,
  OpenTask,
  OrderTask,
} from "../../../lessons/content/lesson.ts";
import { publicTask } from "../../../lessons/content/public-task.ts";
import { attributes, FIRST_LINE_BREAK, type Html, html } from "../../../platform/html.ts";
import { elementIds, isDone, type TaskView, taskInputs } from "./task-view.ts";

/** The maximum number of characters; learners may write much more than the task requires. */
export const ANSWER_LENGTH = { line: 200, open: 3_000 } as const;

export function taskInput(view: TaskView): Html {
  const { task } = view;
  switch (task.kind) {
    case "choice":
      return choiceInput({ ...view, task });
    case "order":
      return isDone(view) ? doneOrder({ ...view, task }) : orderInput({ ...view, task });
    case "number":
      return numberInput({ ...view, task });
    case "gap":
      return gapInput({ ...view, task });
    case "open":
      return openInput({ ...view, task });
  }
}

/** Returns the last entered texts of an input. */
function readEntered({ rejected, result }: TaskView, name: string): readonly string[] {
  if (rejected) return rejected.entered(name);
  return name === taskInputs.answer && result ? [result.answer].flat() : [];
}

/** Returns the attributes that all inputs of tasks share. */
function sharedAttributes(view: TaskView, hasHint: boolean) {
  const { rejected, result } = view;
  const ids = elementIds(view);
  const describedBy = [hasHint && ids.hint, (rejected ?? result) && ids.feedback].filter(Boolean).join(" ");
  return {
    "aria-describedby": describedBy || undefined,
    "aria-invalid": rejected ? "true" : undefined,
  };
}

function question(view: TaskView): Html {
  const { words, task } = view;
  return html`
    <p class="label" id="${elementIds(view).question}"${words.lang(task.question)}>
      ${words.plain(task.question)}
    </p>
  `;
}

/** Draws the question of a task with a single input. */
function label(view: TaskView): Html {
  const { words, task } = view;
  return html`
    <label class="label" for="${elementIds(view).input}"${words.lang(task.question)}>
      ${words.plain(task.question)}
    </label>
  `;
}

function hint(view: TaskView, text: string | Html): Html {
  return html`<p class="hint" id="${elementIds(view).hint}">${text}</p>`;
}

/** Draws a group of inputs that answer the question together. */
function group(view: TaskView, hintText: string, input: Html): Html {
  const values = attributes({
    role: "group",
    "aria-labelledby": elementIds(view).question,
    ...sharedAttributes(view, true),
    "aria-invalid": undefined,
  });
  return html`<div class="answer"${values}>${question(view)}${hint(view, hintText)}${input}</div>`;
}

function choiceInput(view: TaskView<ChoiceTask>): Html {
  const { t, words, task } = view;
  const isOne = task.correct.length === 1;
  const chosen = readEntered(view, taskInputs.answer);
  const options = (publicTask(task) as Pick<ChoiceTask, "options">).options;
  const cards = options.map(({ id, text }) => {
    const values = attributes({
      type: isOne ? "radio" : "checkbox",
      name: taskInputs.answer,
      value: id,
      checked: chosen.includes(id),
      disabled: isDone(view),
    });
    return html`<label class="card"><input${values}><span${words.lang(text)}>${words.plain(text)}</span></label>`;
  });
  const hintText = t.say(isOne ? "lesson_choose_one" : "lesson_choose_all");
  return group(view, hintText, html`<div class="cards">${cards}</div>`);
}

function orderInput(view: TaskView<OrderTask>): Html {
  const { t, words, task } = view;
  const items = mixItems(task);
  const before = readEntered(view, taskInputs.answer);
  const rows = items.map(({ id, text }) => {
    const name = words.plain(text);
    const place = before.indexOf(id);
    const values = attributes({
      type: "text",
      inputmode: "numeric",
      class: "input place",
      name: taskInputs.place(id),
      maxlength: 3,
      "aria-label": t.say("ranking_place", { name }),
      autocomplete: "off",
      value: place < 0 ? (readEntered(view, taskInputs.place(id))[0] ?? "") : String(place + 1),
    });
    const moves = attributes({
      "data-up": t.say("move_up", { name }),
      "data-down": t.say("move_down", { name }),
    });
    return html`<li${moves}><input${values}><span${words.lang(text)}>${name}</span></li>`;
  });
  const list = html`<ol class="ranking" data-ranking>${rows}</ol>${printedItems(view)}`;
  return group(view, t.say("lesson_order_hint"), list);
}

/** Draws the items for a printed worksheet, which reveals no answer. Screens do not show it. */
function printedItems({ words, task }: TaskView<OrderTask>): Html {
  const items = mixItems(task).map(({ text }) => html`<li${words.lang(text)}>${words.plain(text)}</li>`);
  return html`<ul class="on-paper">${items}</ul>`;
}

/** Returns the items in the mixed order that learners see. */
function mixItems(task: OrderTask): OrderTask["items"] {
  return (publicTask(task) as Pick<OrderTask, "items">).items;
}

/** Draws the items in the right order, after the learner has found it. */
function doneOrder(view: TaskView<OrderTask>): Html {
  const { words, task } = view;
  const items = task.items.map(
    ({ text }) => html`<li><span${words.lang(text)}>${words.plain(text)}</span></li>`,
  );
  return html`${question(view)}<ol class="ordered">${items}</ol>${printedItems(view)}`;
}

function numberInput(view: TaskView<NumberTask>): Html {
  const { words, task } = view;
  const values = attributes({
    type: "text",
    class: "input number",
    ...line(view),
  });
  return html`
    <div class="answer">
      ${label(view)}
      <div class="with-unit">
        <input${values}>
        ${task.unit && html`<span class="unit"${words.lang(task.unit)}>${words.plain(task.unit)}</span>`}
      </div>
    </div>
  `;
}

/** Returns the attributes of an input with one line. */
function line(view: TaskView) {
  return {
    id: elementIds(view).input,
    name: taskInputs.answer,
    maxlength: ANSWER_LENGTH.line,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    value: readEntered(view, taskInputs.answer)[0] ?? "",
    readonly: isDone(view),
    ...sharedAttributes(view, false),
  };
}

const GAP = "___";

/** Draws the sentence with an input in place of its gap. */
function gapInput(view: TaskView<GapTask>): Html {
  const { t, words, task } = view;
  const [before = "", ...after] = words.plain(task.question).split(/_{3,}/);
  const { "aria-describedby": feedbackId, ...values } = line(view);
  const input = attributes({
    type: "text",
    class: "input gap",
    ...values,
    "aria-label": t.say("lesson_word"),
    "aria-describedby": [elementIds(view).question, feedbackId].filter(Boolean).join(" "),
  });
  return html`
    <div class="answer">
      <p class="label sentence" id="${elementIds(view).question}"${words.lang(task.question)}>
        ${before}
        <input${input}>
        ${after.join(GAP)}
      </p>
    </div>
  `;
}

function openInput(view: TaskView<OpenTask>): Html {
  const { t, reviewsByModel } = view;
  const reader = t.say(reviewsByModel ? "lesson_review_by_model" : "lesson_self_check");
  const help = html`${t.say("lesson_own_words")} <span class="reader">${reader}</span>`;
  const values = attributes({
    class: "input",
    id: elementIds(view).input,
    name: taskInputs.answer,
    rows: 5,
    maxlength: ANSWER_LENGTH.open,
    readonly: isDone(view),
    ...sharedAttributes(view, true),
  });
  return html`
    <div class="answer">
      ${label(view)}
      ${hint(view, help)}
      <textarea${values}>${FIRST_LINE_BREAK}${readEntered(view, taskInputs.answer)[0] ?? ""}</textarea>
    </div>
  `;
}
