import type { Handlers } from "../../../generated/handlers.ts";
import type { App } from "../../app.ts";
import { cloneForm } from "./cloneForm.ts";
import { createForm } from "./createForm.ts";
import { createLesson } from "./createLesson.ts";
import { exportResponses } from "./exportResponses.ts";
import { findFormByName } from "./findFormByName.ts";
import { getForm } from "./getForm.ts";
import { getLessonGenerationStatus } from "./getLessonGenerationStatus.ts";
import { getResponses } from "./getResponses.ts";
import { getSubscriptionStatus } from "./getSubscriptionStatus.ts";
import { listForms } from "./listForms.ts";
import { ping } from "./ping.ts";
import { prompts } from "./prompts.ts";
import { quoteLessonGeneration } from "./quoteLessonGeneration.ts";
import { resources } from "./resources.ts";
import { shareForm } from "./shareForm.ts";
import { updateForm } from "./updateForm.ts";

/** All handlers. They are listed one by one, so that the compiler reports a new tool. */
export function handlers(app: App): Handlers {
  return {
    createForm: createForm(app),
    quoteLessonGeneration: quoteLessonGeneration(app),
    createLesson: createLesson(app),
    getLessonGenerationStatus: getLessonGenerationStatus(app),
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
    resources: resources(app),
    prompts: prompts(app),
  };
}
