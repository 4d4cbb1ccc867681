/** The look of the form: colour, font, pictures, and how questions are shown. */
import type { FormSettings, FormTheme } from "../../../../generated/types.ts";
import { useParts } from "../context.ts";
import { Button } from "../inputs/controls.tsx";
import { LocalText, Menu, TextInput } from "../inputs/inputs.tsx";
import { PictureInput } from "../inputs/picture-input.tsx";
import { setProperty } from "../model/edits.ts";

/** Proposed colours; any other one can be typed or picked. */
const COLOURS = ["#0f6557", "#1d4ed8", "#7c3aed", "#be185d", "#c2410c", "#a16207", "#334155"];
const DEFAULT_COLOUR = "#0f6557";
const FONTS = ["none", "serif", "sans", "system"] as const;

export function LookPanel() {
  const { editor, say } = useParts();
  const { theme = {}, settings = {} } = editor.structure;
  return (
    <div class="ed-fields">
      <ColourInput />
      <Menu
        label={say("font")}
        value={theme.font ?? "none"}
        options={FONTS.map((font) => [font, say(`font_${font}`)] as const)}
        onSelect={(font) => editor.edit(putTheme("font", font === "none" ? undefined : font))}
      />
      <Menu
        label={say("display")}
        value={settings.display ?? "pages"}
        options={(["pages", "one_question"] as const).map((key) => [key, say(`display_${key}`)] as const)}
        onSelect={(display) => editor.edit(putSetting("display", display === "pages" ? undefined : display))}
      />
      <ImageInput part="logo" />
      {theme.logo !== undefined && (
        <LocalText
          label={say("logo_alt")}
          hint={say("logo_alt_hint")}
          text={theme.logo_alt}
          path="/theme/logo_alt"
          onChange={(text) => editor.edit(putTheme("logo_alt", text), "logo_alt")}
        />
      )}
      <ImageInput part="cover" />
      <ImageInput part="favicon" />
      {(["imprint_url", "privacy_url"] as const).map((key) => (
        <TextInput
          key={key}
          label={say(key)}
          type="url"
          value={settings[key] ?? ""}
          path={`/settings/${key}`}
          placeholder="https://"
          onText={(text) => editor.edit(putSetting(key, text.trim() === "" ? undefined : text.trim()), key)}
        />
      ))}
    </div>
  );
}

/** Sets a property of the theme; an empty theme is removed. */
function putTheme<Key extends keyof FormTheme>(key: Key, value: FormTheme[Key] | undefined) {
  return put("theme", key, value);
}

function putSetting<Key extends keyof FormSettings>(key: Key, value: FormSettings[Key] | undefined) {
  return put("settings", key, value);
}

function put(part: "theme" | "settings", key: string, value: unknown) {
  return (form: Parameters<Parameters<ReturnType<typeof useParts>["editor"]["edit"]>[0]>[0]) => {
    const next = setProperty(form[part] ?? {}, key, value);
    return setProperty(form, part, Object.keys(next).length === 0 ? undefined : next);
  };
}

function ColourInput() {
  const { editor, say } = useParts();
  const colour = editor.structure.theme?.color;
  const choose = (value: string | undefined) => editor.edit(putTheme("color", value), "color");
  return (
    <fieldset class="ed-colours">
      <legend class="ed-label">{say("colour")}</legend>
      <div class="ed-row">
        {COLOURS.map((value) => (
          <button
            type="button"
            key={value}
            class="ed-colour"
            aria-label={value}
            aria-pressed={colour?.toLowerCase() === value}
            disabled={editor.isReadOnly}
            onClick={() => choose(value)}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <circle cx="12" cy="12" r="12" fill={value} />
            </svg>
          </button>
        ))}
        <input
          type="color"
          aria-label={say("colour_own")}
          title={say("colour_own")}
          value={colour ?? DEFAULT_COLOUR}
          disabled={editor.isReadOnly}
          onInput={({ currentTarget }) => choose(currentTarget.value)}
        />
        {colour !== undefined && !editor.isReadOnly && (
          <Button kind="plain" label={say("colour_default")} onPress={() => choose(undefined)} />
        )}
      </div>
      <p class="ed-hint">{say("colour_hint")}</p>
    </fieldset>
  );
}

/** A picture of the theme. */
function ImageInput({ part }: { part: "logo" | "cover" | "favicon" }) {
  const { editor, say } = useParts();
  const remove = putTheme(part, undefined);
  return (
    <PictureInput
      label={say(part)}
      hint={say(`${part}_hint`)}
      name={part}
      id={editor.structure.theme?.[part]}
      onChoose={(id) => editor.edit(putTheme(part, id))}
      onRemove={() =>
        editor.edit((form) => remove(part === "logo" ? putTheme("logo_alt", undefined)(form) : form))
      }
    />
  );
}
