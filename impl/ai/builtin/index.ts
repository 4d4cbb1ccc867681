/** The built-in generator: makes and edits forms without a language model. */
export { type BuiltForm, buildForm, type FormRequest } from "./forms/build-form.ts";
