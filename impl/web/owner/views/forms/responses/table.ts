/** The table of responses: a row for each of them, and a column for each question. */
import { attributes, type Html, html } from "../../../../../platform/html.ts";
import { columnHead } from "./column-head.ts";
import { isKeptOnly, type ResponseRow, type ResponsesView } from "./view.ts";

/** The column that stays at its place when the table is scrolled. */
const FIXED = attributes({ class: "fixed" });

export function responseTable(view: ResponsesView, isSelectable: boolean): Html {
  const { t, form, shown, heads, questions, rows } = view;
  const lang = attributes({ lang: form.default_language === t.language ? undefined : form.default_language });
  return html`
    <table class="answers${shown.columns !== "" && " chosen"}">
      <thead>
        <tr>
          ${isSelectable && html`<td class="pick"></td>`}
          ${columnHead(view, heads.time, FIXED)}
          ${isKeptOnly(view) && html`<th scope="col"><span>${t.say("responses_until")}</span></th>`}
          ${columnHead(view, heads.address)}
          ${questions.map((question) => columnHead(view, question, undefined, lang))}
        </tr>
      </thead>
      <tbody>${rows.map((row) => tableRow(view, row, lang, isSelectable))}</tbody>
    </table>
  `;
}

function tableRow(
  { t, questions, rowAddress, selection }: ResponsesView,
  { id, submittedAt, email, eraseAt, cells }: ResponseRow,
  lang: Html,
  isSelectable: boolean,
): Html {
  const when = t.time(submittedAt);
  const who = email ?? t.say("responses_no_address");
  const label = t.say("responses_select_one", { who, when });
  const answers = cells.map((cell, index) =>
    cell === undefined
      ? html`<td class="none"></td>`
      : html`<td${lang} data-question="${questions[index]?.label}"><span>${cell}</span></td>`,
  );
  const ticked = attributes({
    checked: selection.isPage || selection.all !== undefined,
    disabled: selection.all !== undefined,
  });
  return html`
    <tr>
      ${
        isSelectable &&
        html`
          <td class="pick">
            <label>
              <span class="vh">${label}</span>
              <input type="checkbox" name="response" value="${id}"${ticked}>
            </label>
          </td>
        `
      }
      <td class="when fixed"><a href="${rowAddress(id)}">${when}</a></td>
      ${
        eraseAt !== undefined &&
        html`
          <td data-question="${t.say("responses_until")}"><span>${t.day(eraseAt)}</span></td>
        `
      }
      <td class="person">${who}</td>
      ${answers}
    </tr>
  `;
}
