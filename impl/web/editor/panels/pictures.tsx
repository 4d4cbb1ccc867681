/** The pictures of a question and of its choices. */
import type { FormField, LocalizedText, Picture } from "../../../../generated/types.ts";
import { pickText, useParts } from "../context.ts";
import { Section } from "../inputs/controls.tsx";
import { LocalText } from "../inputs/inputs.tsx";
import { PictureInput } from "../inputs/picture-input.tsx";
import { setProperty } from "../model/edits.ts";
import { useRules } from "./rule-inputs.tsx";

export function FieldPicture() {
  const { say, field, path, put } = useRules();
  return (
    <Section title={say("picture")} isOpen={field.image !== undefined}>
      <PictureFields
        key={field.id}
        picture={field.image}
        path={`${path}/image`}
        onChange={(picture, join) => put("image", picture, join)}
      />
    </Section>
  );
}

export function ChoicePictures() {
  const { editor, say, field, path, onChange } = useRules<"single_choice" | "multiple_choice">();
  const { language, structure } = editor;
  return (
    <details class="ed-several" open={field.choices.some(({ image }) => image !== undefined)}>
      <summary>{say("choice_pictures")}</summary>
      <div class="ed-fields">
        {field.choices.map((choice, at) => (
          <PictureFields
            key={`${field.id} ${choice.id}`}
            name={pickText(choice.label, language, structure.default_language)}
            picture={choice.image}
            path={`${path}/choices/${at}/image`}
            onChange={(image, join) =>
              onChange((one) => withPicture(one, choice.id, image), join && `${choice.id} ${join}`)
            }
          />
        ))}
      </div>
    </details>
  );
}

function withPicture(field: FormField, id: string, image: Picture | undefined): FormField {
  if (!("choices" in field)) return field;
  const choices = field.choices.map((one) => (one.id === id ? setProperty(one, "image", image) : one));
  return setProperty(field, "choices", choices);
}

interface PictureFieldsProps {
  /** The choice that has the picture; absent: the question has it. */
  readonly name?: string;
  readonly picture: Picture | undefined;
  /** JSON Pointer of the picture. */
  readonly path: string;
  readonly onChange: (picture: Picture | undefined, join?: string) => void;
}

/** The picture, and what it shows in words. */
function PictureFields({ name, picture, path, onChange }: PictureFieldsProps) {
  const { say } = useParts();
  return (
    <>
      <PictureInput
        label={name ?? say("picture")}
        isLabelHidden={name === undefined}
        {...(name === undefined && { hint: say("picture_hint") })}
        name={name === undefined ? "picture" : "choice"}
        id={picture?.image_id}
        onChoose={(image_id) => onChange({ image_id })}
        onRemove={() => onChange(undefined)}
      />
      {picture && (
        <LocalText
          label={name === undefined ? say("picture_alt") : say("picture_alt_choice", { choice: name })}
          hint={say(name === undefined ? "picture_alt_hint" : "picture_alt_choice_hint")}
          text={picture.alt}
          path={`${path}/alt`}
          onChange={(alt: LocalizedText | undefined) => onChange(setProperty(picture, "alt", alt), "alt")}
        />
      )}
    </>
  );
}
