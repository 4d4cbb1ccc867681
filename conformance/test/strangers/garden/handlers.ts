/** The tools of the garden: each calls one function on the garden of the caller. */
import { addDuty, listDuties, swapDuties } from "./duties.ts";
import { payFee } from "./fees.ts";
import { gardenOf } from "./garden.ts";
import type { Handlers } from "./generated/handlers.ts";
import { listHarvests, recordHarvest } from "./harvests.ts";
import { addTool, bookTool, endLoan, listLoans, listTools, showLoan } from "./loans.ts";
import { addMember, listMembers, showMember, updateMember } from "./members.ts";
import { addPlot, listPlots } from "./plots.ts";
import { answerOffer, giveNotice, listTenancies, offerPlot, showTenancy } from "./tenancies.ts";
import { callWorkDay, showWorkDay, signUp } from "./work-days.ts";

export const handlers: Handlers = {
  addMember: (input, call) => addMember(gardenOf(call), input),
  getMember: ({ member_id }, call) => showMember(gardenOf(call), member_id),
  listMembers: (input, call) => {
    const { entries, ...rest } = listMembers(gardenOf(call), call.account, input);
    return { members: entries, ...rest };
  },
  updateMember: (input, call) => updateMember(gardenOf(call), input),
  addPlot: (input, call) => addPlot(gardenOf(call), input),
  listPlots: (input, call) => {
    const { entries, ...rest } = listPlots(gardenOf(call), call.account, input);
    return { plots: entries, ...rest };
  },
  offerPlot: (input, call) => offerPlot(gardenOf(call), input),
  answerOffer: (input, call) => answerOffer(gardenOf(call), input),
  giveNotice: ({ tenancy_id }, call) => giveNotice(gardenOf(call), tenancy_id),
  getTenancy: ({ tenancy_id }, call) => showTenancy(gardenOf(call), tenancy_id),
  listTenancies: (input, call) => {
    const { entries, ...rest } = listTenancies(gardenOf(call), call.account, input);
    return { tenancies: entries, ...rest };
  },
  payFee: (input, call) => payFee(gardenOf(call), input),
  recordHarvest: (input, call) => recordHarvest(gardenOf(call), input),
  listHarvests: (input, call) => {
    const { entries, ...rest } = listHarvests(gardenOf(call), call.account, input);
    return { harvests: entries, ...rest };
  },
  addDuty: (input, call) => addDuty(gardenOf(call), input),
  listDuties: (input, call) => {
    const { entries, ...rest } = listDuties(gardenOf(call), call.account, input);
    return { duties: entries, ...rest };
  },
  swapDuties: (input, call) => swapDuties(gardenOf(call), input),
  addTool: (input, call) => addTool(gardenOf(call), input),
  listTools: (input, call) => {
    const { entries, ...rest } = listTools(gardenOf(call), call.account, input);
    return { tools: entries, ...rest };
  },
  bookTool: (input, call) => bookTool(gardenOf(call), input),
  getLoan: ({ loan_id }, call) => showLoan(gardenOf(call), loan_id),
  listLoans: (input, call) => {
    const { entries, ...rest } = listLoans(gardenOf(call), call.account, input);
    return { loans: entries, ...rest };
  },
  endLoan: (input, call) => endLoan(gardenOf(call), input),
  callWorkDay: (input, call) => callWorkDay(gardenOf(call), input),
  getWorkDay: ({ work_day_id }, call) => showWorkDay(gardenOf(call), work_day_id),
  signUp: (input, call) => signUp(gardenOf(call), input),
};
