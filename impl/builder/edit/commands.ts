/** What edits can do, in the order in which instructions are tried: the more special commands come first. */
import { addConsent, addFields, addSection, addStatement, addUpload } from "./add.ts";
import { askIf } from "./ask-if.ts";
import { capacityOf } from "./capacity.ts";
import { rename, retype, setHelp, setPlaceholder } from "./change.ts";
import {
  addOption,
  allowOther,
  removeFromChoices,
  removeOption,
  renameOption,
  replaceChoices,
  setChoices,
  severalAnswers,
  shuffle,
} from "./choices.ts";
import { alwaysShow, hideIf, showIf } from "./conditions.ts";
import { duplicate } from "./duplicate.ts";
import { limit, maxSelections, notDomain, notFuture, notPast, onlyDomain } from "./limits.ts";
import { moveAfter, moveBefore, moveBetween, sort, swap, toEnd, toPage, toTop } from "./move.ts";
import { addToChoices, optionAfter, optionBefore } from "./option-place.ts";
import { listPages } from "./page-plan.ts";
import { addPage, newPageBefore, onePage, onePerPage, removePage, splitPages } from "./pages.ts";
import type { Command } from "./read-instruction.ts";
import { remove } from "./remove.ts";
import { replaceBy } from "./replace-field.ts";
import { makeOptional, makeRequired, onlyRequired } from "./required.ts";
import { closeAfter, closeOn, hideProgress, oncePerPerson, redirect, showProgress } from "./settings.ts";
import { total } from "./totals.ts";
import { translate } from "./translate.ts";
import { setButton, setDescription, setQuotedThanks, setThanks, setTitle } from "./whole-form.ts";

/** What also stands in requests for new forms, as a sentence about fields that are listed elsewhere. */
export const REMARKS: readonly Command[] = [
  { name: "once", action: oncePerPerson },
  { name: "progress", action: showProgress },
  { name: "closeAfter", action: closeAfter },
  { name: "closeOn", action: closeOn },
  { name: "redirect", action: redirect },
  { name: "button", action: setButton },
  { name: "thanks", action: setThanks },
  { name: "splitPages", action: splitPages },
  { name: "onePerPage", action: onePerPage },
  { name: "onePage", action: onePage },
  { name: "showIf", action: showIf },
  { name: "hideIf", action: hideIf },
  { name: "allowOther", action: allowOther },
  { name: "shuffle", action: shuffle },
  { name: "severalAnswers", action: severalAnswers, loose: true },
  { name: "maxSelections", action: maxSelections, loose: true },
  { name: "onlyDomain", action: onlyDomain, loose: true },
  { name: "notDomain", action: notDomain, loose: true },
  { name: "notPast", action: notPast, loose: true },
  { name: "notFuture", action: notFuture, loose: true },
  { name: "total", action: total, loose: true },
  { name: "onlyRequired", action: onlyRequired, loose: true },
  { name: "required", action: makeRequired, loose: true },
  { name: "optional", action: makeOptional, loose: true },
  { name: "limit", action: limit, loose: true },
];

/** What instructions for a form that is there can do. */
export const COMMANDS: readonly Command[] = [
  ...REMARKS.slice(0, 5),
  { name: "title", action: setTitle },
  { name: "description", action: setDescription },
  { name: "button", action: setButton },
  { name: "thanks", action: setThanks },
  { name: "thanksQuoted", action: setQuotedThanks },
  { name: "noProgress", action: hideProgress },
  { name: "translate", action: translate },
  { name: "listPages", action: listPages, loose: true },
  { name: "splitPages", action: splitPages },
  { name: "onePerPage", action: onePerPage },
  { name: "onePage", action: onePage },
  { name: "newPageBefore", action: newPageBefore },
  { name: "removePage", action: removePage },
  { name: "addPage", action: addPage },
  { name: "allowOther", action: allowOther },
  { name: "addUpload", action: addUpload, loose: true },
  { name: "addConsent", action: addConsent, loose: true },
  { name: "duplicate", action: duplicate, loose: true },
  { name: "replaceChoices", action: replaceChoices, loose: true },
  { name: "addOption", action: addOption },
  { name: "removeOption", action: removeOption },
  { name: "renameOption", action: renameOption, loose: true },
  { name: "addToChoices", action: addToChoices },
  { name: "removeFromChoices", action: removeFromChoices },
  { name: "shuffle", action: shuffle },
  { name: "capacityOf", action: capacityOf, loose: true },
  { name: "maxSelections", action: maxSelections, loose: true },
  { name: "severalAnswers", action: severalAnswers, loose: true },
  { name: "alwaysShow", action: alwaysShow },
  { name: "hideIf", action: hideIf },
  { name: "askIf", action: askIf, loose: true },
  { name: "showIf", action: showIf },
  { name: "replaceField", action: replaceBy, loose: true },
  { name: "addSection", action: addSection },
  { name: "addStatement", action: addStatement },
  { name: "help", action: setHelp, loose: true },
  { name: "placeholder", action: setPlaceholder },
  { name: "total", action: total, loose: true },
  { name: "onlyRequired", action: onlyRequired, loose: true },
  { name: "required", action: makeRequired, loose: true },
  { name: "optional", action: makeOptional, loose: true },
  { name: "swap", action: swap, loose: true },
  { name: "sort", action: sort, loose: true },
  { name: "moveBetween", action: moveBetween, loose: true },
  { name: "toPage", action: toPage, loose: true },
  { name: "toTop", action: toTop, loose: true },
  { name: "toEnd", action: toEnd, loose: true },
  { name: "moveAfter", action: optionAfter, loose: true },
  { name: "moveBefore", action: optionBefore, loose: true },
  { name: "moveAfter", action: moveAfter, loose: true },
  { name: "moveBefore", action: moveBefore, loose: true },
  { name: "notPast", action: notPast, loose: true },
  { name: "notFuture", action: notFuture, loose: true },
  { name: "onlyDomain", action: onlyDomain, loose: true },
  { name: "notDomain", action: notDomain, loose: true },
  { name: "choices", action: setChoices, loose: true },
  { name: "limit", action: limit, loose: true },
  { name: "retype", action: retype, loose: true },
  { name: "rename", action: rename, loose: true },
  { name: "remove", action: remove },
  { name: "add", action: addFields },
];
