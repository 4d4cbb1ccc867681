/** Pictures and videos of questions, endings and the welcome page, and pictures of choices. */
import { useRef, useState } from "preact/hooks";
import type { FormField, LocalizedText, Picture } from "../../../../generated/types.ts";
import { pickText, useParts } from "../context.ts";
import { Section, useStaysOpen } from "../inputs/controls.tsx";
import { LocalText, TextInput } from "../inputs/inputs.tsx";
import { PictureInput } from "../inputs/picture-input.tsx";
import { setProperty } from "../model/edits.ts";
import { useRules } from "./rule-inputs.tsx";

export function FieldPicture() {
  const { field, path, put } = useRules();
  return (
    <PictureSection
      key={field.id}
      picture={field.image}
      path={`${path}/image`}
      onChange={(picture, join) => put("image", picture, join && `image ${join}`)}
    />
  );
}

/** The picture or video of a question, an ending or the welcome page. */
export function PictureSection(props: Omit<PictureFieldsProps, "name">) {
  const { say } = useParts();
  // It stays open when the picture goes, since a video may come in its place.
  const [isOpen] = useState(props.picture !== undefined);
  return (
    <Section title={say("media")} isOpen={isOpen}>
      <PictureFields {...props} />
    </Section>
  );
}

export function ChoicePictures() {
  const { editor, say, field, path, onChange } = useRules<"single_choice" | "multiple_choice">();
  const { language, structure } = editor;
  const root = useRef<HTMLDetailsElement>(null);
  const isOpen = useStaysOpen(
    field.choices.some(({ image }) => image !== undefined),
    root,
  );
  return (
    <details class="ed-several" ref={root} open={isOpen}>
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
  /** The choice that has the picture; absent: the part that is edited has it, which can also have a video. */
  readonly name?: string;
  readonly picture: Picture | undefined;
  /** JSON Pointer of the picture. */
  readonly path: string;
  readonly onChange: (picture: Picture | undefined, join?: string) => void;
}

/** The picture or video, and what it shows in words. */
function PictureFields({ name, picture = {}, path, onChange }: PictureFieldsProps) {
  const { say } = useParts();
  const { image_id, video } = picture;
  const change = (next: Picture, join?: string) =>
    onChange(next.image_id === undefined && next.video === undefined ? undefined : next, join);
  // The words for one picture would be wrong for another one; those of a video stay with it.
  const setImage = (id: string | undefined) =>
    change(setProperty(video === undefined ? {} : picture, "image_id", id));
  return (
    <>
      <PictureInput
        label={name ?? say("picture")}
        isLabelHidden={name === undefined}
        {...(name === undefined && { hint: say("picture_hint") })}
        name={name === undefined ? "picture" : "choice"}
        id={image_id}
        onChoose={setImage}
        onRemove={() => setImage(undefined)}
      />
      {name === undefined && (
        <TextInput
          label={say("video")}
          hint={say("video_hint")}
          type="url"
          maxLength={2_000}
          value={video ?? ""}
          path={`${path}/video`}
          onText={(text) => change(setProperty(picture, "video", text.trim() || undefined), "video")}
        />
      )}
      {(image_id ?? video) !== undefined && (
        <PictureWords
          name={name}
          picture={picture}
          path={`${path}/alt`}
          onChange={(alt) => change(setProperty(picture, "alt", alt), "alt")}
        />
      )}
    </>
  );
}

interface PictureWordsProps {
  readonly name: string | undefined;
  readonly picture: Picture;
  readonly path: string;
  readonly onChange: (alt: LocalizedText | undefined) => void;
}

function PictureWords({ name, picture, path, onChange }: PictureWordsProps) {
  const { say } = useParts();
  const key = picture.video === undefined ? "picture_alt" : "video_alt";
  return (
    <LocalText
      label={name === undefined ? say(key) : say("picture_alt_choice", { choice: name })}
      hint={say(name === undefined ? `${key}_hint` : "picture_alt_choice_hint")}
      text={picture.alt}
      path={path}
      onChange={onChange}
    />
  );
}
