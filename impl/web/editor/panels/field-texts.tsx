/** The texts of a field in the panel. Beside the preview, where they are written, they are behind a heading that opens them. */
import type { TextProperty } from "../../../forms/fields/client/client-kind.ts";
import { editorTexts, takesAnswer } from "../../../forms/fields/client/client-kinds.ts";
import { isRetired } from "../../../forms/structure/is-retired.ts";
import { Section } from "../inputs/controls.tsx";
import { narrow } from "../narrow.ts";
import { PropertyText, useRules } from "./rule-inputs.tsx";

export function FieldTexts() {
  const { editor, saving, say, field, path } = useRules();
  const texts: readonly TextProperty[] = [
    { text: "label", label: takesAnswer(field) ? "label" : "label_display", isMultiline: true, cleared: {} },
    { text: "description", isMultiline: true },
    ...(editorTexts[field.type] ?? []),
  ];
  const inputs = texts.map((text) => <PropertyText key={text.text} {...text} />);
  if (narrow.matches || !editor.hasPreview) return <div class="ed-fields">{inputs}</div>;
  const isWrong = texts.some(({ text }) => saving.problems.some((one) => one.path === `${path}/${text}`));
  // The page does not say what is not translated, and does not show what is retired.
  const isTranslated = editor.language !== editor.structure.default_language;
  return (
    <Section title={say("texts")} isOpen={isWrong || isTranslated || isRetired(field)}>
      {inputs}
    </Section>
  );
}
