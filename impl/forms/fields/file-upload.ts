import type { FileUploadField } from "../../../generated/types.ts";
import type { QuestionKind } from "./kind.ts";
import { fileKind } from "./parts/files.ts";

/** Files of the respondent. */
export const fileUpload: QuestionKind<FileUploadField> = {
  ...fileKind("required_file"),
  own: { required: true, validation: true },
};
