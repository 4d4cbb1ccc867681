import type { FormStatus, FormUrls } from "../generated/types.ts";
import type { GenerationParts } from "./accounts/generation/generation.ts";
import type { Directories } from "./forms/directory/directories.ts";
import type { EditForm, GenerateForm, KnownTranslation, TranslateForm } from "./forms/generator.ts";
import type { LessonAddresses } from "./lessons/urls.ts";
import type { LessonWriter } from "./lessons/writer.ts";
import type { Cursors } from "./platform/signing/cursors.ts";
import type { Exports } from "./responses/exports/exports.ts";

/** The services for tools and owners' pages. `mcp/server/assemble.ts` creates them, and each user names the parts that it needs. */
export interface App extends GenerationParts {
  readonly cursors: Cursors;
  readonly directories: Directories;
  readonly exports: Exports;
  readonly generateForm: GenerateForm;
  readonly editForm: EditForm;
  /** Undefined: there is no language model. */
  readonly translateForm?: TranslateForm;
  readonly knownTranslation: KnownTranslation;
  /** Name of the language model that makes and edits forms; undefined: the built-in generator does. */
  readonly model: string | undefined;
  readonly writer: LessonWriter;
  readonly lessonAddresses: LessonAddresses;
  /** The origin under which people and agents reach the service. */
  publicUrl(): string;
  formUrls(formId: string, status?: FormStatus): FormUrls;
  /** Has the worker of this process look for a job that was just added. */
  wakeWorker(): void;
}
