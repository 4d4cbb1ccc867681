import { attributes, type Html, html } from "../../../platform/html.ts";
import { feedback } from "./feedback.ts";
import { taskInput } from "./task-input.ts";
import { elementIds, isDone, type TaskView, taskInputs } from "./task-view.ts";

/** Draws a task of a lesson as a form: its question, the input, the latest answer and its feedback. */
export function taskView(view: TaskView): Html {
  const { t, task, number, result, rejected, action, reviewsByModel } = view;
  const ids = elementIds(view);
  const state = rejected ? "rejected" : (result?.verdict ?? "open");
  const again = result ? "lesson_check_again" : "lesson_check";
  const check = t.say(task.kind === "open" && !reviewsByModel ? "lesson_compare" : again);
  const values = attributes({
    method: "post",
    action: `${action}#${ids.task}`,
    novalidate: true,
    "data-offline": t.say("broken_text"),
  });
  return html`
    <li class="task" data-state="${state}" id="${ids.task}">
      <form${values}>
        <input type="hidden" name="${taskInputs.task}" value="${task.id}">
        <input type="hidden" name="${taskInputs.language}" value="${t.language}">
        <h3 class="task-number">${t.say("lesson_task", { number })}</h3>
        ${taskInput(view)}
        ${feedback(view)}
        ${
          !isDone(view) &&
          html`
            <div class="actions">
              <button class="${result ? "quiet" : "main"}" name="${taskInputs.action}" value="check">${check}</button>
            </div>
          `
        }
      </form>
    </li>
  `;
}
