/** The script of every page of a form. The page works without it: the server checks, shows and stores everything. */
import { prepareAnnouncements } from "./announce.ts";
import { checkOnSubmit } from "./form/checks.ts";
import { offerClearing } from "./form/clear-choice.ts";
import { watchConditions } from "./form/conditions.ts";
import { sendWhenConnected } from "./form/connection.ts";
import { reportProgress } from "./form/progress.ts";
import { keepAnswers } from "./form/stored-answers.ts";
import { readTypedNumbers } from "./form/typed-numbers.ts";
import { closeMenus } from "./menus.ts";

const form = document.querySelector<HTMLFormElement>("#form");
if (form) {
  prepareAnnouncements(form);
  keepAnswers(form);
  offerClearing(form);
  readTypedNumbers(form, () => import("./on-demand/typed-numbers.ts"));
  watchConditions(form);
  reportProgress(form);
  checkOnSubmit(form);
  sendWhenConnected(form);
}
closeMenus();
