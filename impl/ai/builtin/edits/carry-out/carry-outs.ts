/** The functions of frames. */
import type { EditContext } from "../context.ts";
import type { Parts } from "../cover.ts";
import type { EditText } from "../edit-text.ts";
import type { FrameName } from "../frame.ts";

export type CarryOut = (parts: Parts, context: EditContext, text: EditText) => void;
export type CarryOuts = Readonly<Partial<Record<FrameName, CarryOut>>>;
