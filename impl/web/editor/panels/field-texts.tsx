/** The texts of a field in the panel. Users can also write them in the preview; beside it, this section is closed. */
import type { TextProperty } from "../../../forms/fields/client/client-kind.ts";
import { editorTexts, takesAnswer } from "../../../forms/fields/client/client-kinds.ts";
import { isRetired } from "../../../forms/structure/retirement.ts";
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
  // The preview neither marks missing translations nor shows retired questions.
  const isTranslated = editor.language !== editor.structure.default_language;
  return (
    <Section title={say("texts")} isOpen={isWrong || isTranslated || isRetired(field)}>
      {inputs}
    </Section>
  );
}
