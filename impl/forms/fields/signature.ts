import type { SignatureField } from "../../../generated/types.ts";
import type { QuestionKind } from "./kind.ts";
import { fileKind } from "./parts/files.ts";

/** A drawn signature, or a picture of one. */
export const signature: QuestionKind<SignatureField> = {
  ...fileKind("required_signature"),
  own: { required: true },
};
