/** The script of every page of a form. The page works without it: the server checks, shows and stores everything. */
import { prepareAnnouncements } from "./announce.ts";
import { checkOnSubmit } from "./checks.ts";
import { offerClearing } from "./clear-choice.ts";
import { watchConditions } from "./conditions.ts";
import { sendWhenConnected } from "./connection.ts";
import { keepAnswers } from "./kept-answers.ts";
import { closeMenus } from "./menus.ts";

const form = document.querySelector<HTMLFormElement>("#form");
if (form) {
  prepareAnnouncements(form);
  keepAnswers(form);
  offerClearing(form);
  watchConditions(form);
  checkOnSubmit(form);
  sendWhenConnected(form);
}
closeMenus();
