/** The built-in generator: makes and edits forms without a language model. */
export { editForm } from "./edits/edit-form.ts";
export { buildForm } from "./forms/build-form.ts";
