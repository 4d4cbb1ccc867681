/** The built-in generator: makes and edits forms without a language model. */
export { buildForm } from "./build-form.ts";
export { editForm } from "./edit/edit-form.ts";
