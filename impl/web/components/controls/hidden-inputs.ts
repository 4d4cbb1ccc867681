import { type Html, html } from "../../../platform/html.ts";

/** Draws hidden inputs. @param values by the names of the inputs */
export function hiddenInputs(values: Readonly<Record<string, string>>): readonly Html[] {
  return Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
}
