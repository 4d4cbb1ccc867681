/** What the handlers need; `server/server.ts` puts it together. */
import type { FormUrls } from "../../generated/types.ts";
import type { Exports } from "../exports/exports.ts";
import type { Directories } from "../forms/directory/directories.ts";
import type { EditForm, GenerateForm } from "../generation/generator.ts";
import type { Cursors } from "../signing/cursors.ts";
import type { Storage } from "../storage/storage.ts";
import type { Clock } from "../time/clock.ts";

/** What handlers use. */
export interface App {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly cursors: Cursors;
  readonly directories: Directories;
  readonly exports: Exports;
  readonly generateForm: GenerateForm;
  readonly editForm: EditForm;
  formUrls(formId: string): FormUrls;
}
