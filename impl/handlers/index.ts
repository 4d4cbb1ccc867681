import type { Handlers } from "../../generated/handlers.ts";
import { unimplemented } from "../../generated/unimplemented.ts";
import type { App } from "./app.ts";
import { cloneForm } from "./cloneForm.ts";
import { createForm } from "./createForm.ts";
import { exportResponses } from "./exportResponses.ts";
import { findFormByName } from "./findFormByName.ts";
import { getForm } from "./getForm.ts";
import { getResponses } from "./getResponses.ts";
import { getSubscriptionStatus } from "./getSubscriptionStatus.ts";
import { listForms } from "./listForms.ts";
import { ping } from "./ping.ts";
import { quoteLessonGeneration } from "./quoteLessonGeneration.ts";
import { shareForm } from "./shareForm.ts";
import { updateForm } from "./updateForm.ts";

/**
 * All handlers. Tools that are not implemented yet are listed one by one, so that the compiler reports a new tool.
 */
export function handlers(app: App): Handlers {
  return {
    createForm: createForm(app),
    quoteLessonGeneration: quoteLessonGeneration(app),
    createLesson: unimplemented.createLesson,
    getLessonGenerationStatus: unimplemented.getLessonGenerationStatus,
    getForm: getForm(app),
    updateForm: updateForm(app),
    listForms: listForms(app),
    findFormByName: findFormByName(app),
    cloneForm: cloneForm(app),
    shareForm: shareForm(app),
    getResponses: getResponses(app),
    exportResponses: exportResponses(app),
    getSubscriptionStatus: getSubscriptionStatus(app),
    ping: ping(),
  };
}
