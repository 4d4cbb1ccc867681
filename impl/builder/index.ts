export { buildForm } from "./build-form.ts";
export { editForm } from "./edit/edit-form.ts";
