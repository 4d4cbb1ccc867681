/** The picture beside a question. */
import type { LocalizedText, Picture } from "../../../../generated/types.ts";
import { useParts } from "../context.ts";
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

interface PictureFieldsProps {
  readonly picture: Picture | undefined;
  /** JSON Pointer of the picture. */
  readonly path: string;
  readonly onChange: (picture: Picture | undefined, join?: string) => void;
}

/** The picture, and what it shows in words. */
function PictureFields({ picture, path, onChange }: PictureFieldsProps) {
  const { say } = useParts();
  return (
    <>
      <PictureInput
        label={say("picture")}
        isLabelHidden
        hint={say("picture_hint")}
        name="picture"
        id={picture?.image_id}
        onChoose={(image_id) => onChange({ image_id })}
        onRemove={() => onChange(undefined)}
      />
      {picture && (
        <LocalText
          label={say("picture_alt")}
          hint={say("picture_alt_hint")}
          text={picture.alt}
          path={`${path}/alt`}
          onChange={(alt: LocalizedText | undefined) => onChange(setProperty(picture, "alt", alt), "alt")}
        />
      )}
    </>
  );
}
