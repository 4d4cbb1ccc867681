import { Refusal } from "@toolwright/runtime";
import { type FormTransition, states } from "../../../generated/states.ts";
import type { FormStatus } from "../../../generated/types.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import { openWarnings } from "../checks.ts";
import { closedWarnings } from "../closing-date.ts";
import { type AccessibleForm, loadStructure } from "../forms.ts";
import { MENDABLE } from "../structure/warnings/mendable.ts";
import { countVerified } from "../verified-responses.ts";
import type { Plan } from "./plan.ts";

/** @throws Refusal invalid_transition */
export async function planStatus(
  queries: Queries,
  form: AccessibleForm,
  action: FormTransition,
  now: Date,
): Promise<Plan> {
  const { from, to } = states.form.transitions[action];
  if (!(from as readonly FormStatus[]).includes(form.status)) throw invalidTransition(form, action);
  const at = now.toISOString();
  const structure = to === "published" ? await loadStructure(queries, form) : undefined;
  const closesAt = structure?.settings?.closes_at;
  const closed = closesAt === undefined ? [] : closedWarnings(closesAt, now);
  const open = structure ? await openWarnings(queries, form.id, structure) : [];
  const mendable = open.filter(({ code }) => MENDABLE.has(code));
  return {
    form,
    responseCount: await countVerified(queries, form.id),
    changes: [
      { kind: "status_changed", impact: "safe", path: "/status", message: `From ${form.status} to ${to}.` },
    ],
    warnings: [...closed, ...mendable],
    set: {
      status: to,
      ...(to === "published" && { published_at: at }),
      ...(to === "archived" && { archived_at: at }),
    },
    structure,
    isNewVersion: false,
  };
}

function invalidTransition({ id, status }: AccessibleForm, action: FormTransition): Refusal {
  const allowed = (Object.keys(states.form.transitions) as FormTransition[]).filter((name) =>
    (states.form.transitions[name].from as readonly FormStatus[]).includes(status),
  );
  const wayOut =
    allowed.length > 0
      ? `It takes ${allowed.join(" or ")}.`
      : "It stays so for good; service_clone_form makes a draft of it.";
  const isDone = states.form.transitions[action].to === status;
  const what = `Form ${id} is ${status}${isDone ? " already: nothing has to be done." : `, so it cannot ${action}.`}`;
  return new Refusal("invalid_transition", `${what} ${wayOut}`, {
    status,
    status_action: action,
    allowed,
  });
}
