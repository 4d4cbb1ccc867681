/** The page before the first question. */
import { useRef } from "preact/hooks";
import type { LocalizedText, Welcome } from "../../../../generated/types.ts";
import { useParts } from "../context.ts";
import { Button } from "../inputs/controls.tsx";
import { LocalText } from "../inputs/inputs.tsx";
import { leave } from "../leave.ts";
import { setProperty } from "../model/edits.ts";
import { PictureSection } from "./pictures.tsx";

export function WelcomePanel() {
  const { editor, say } = useParts();
  const { welcome } = editor.structure;
  const fields = useRef<HTMLDivElement>(null);
  const set = (value: Welcome | undefined, join?: string) =>
    editor.edit((form) => setProperty(form, "welcome", value), join && `welcome ${join}`);
  const put = (key: keyof Welcome) => (text: LocalizedText | undefined) =>
    set(setProperty(welcome ?? {}, key, text), key);

  const remove = () =>
    leave(fields.current, () => {
      if (editor.structure.welcome === undefined) return;
      set(undefined);
      editor.announce(say("removed", { name: say("welcome") }), true);
    });

  if (welcome === undefined)
    return (
      <div class="ed-fields ed-coming" key="none">
        <p class="ed-hint">{say("welcome_hint")}</p>
        {!editor.isReadOnly && (
          <Button label={say("add_welcome")} onPress={() => set({})} name="add-welcome" />
        )}
      </div>
    );
  return (
    <div class="ed-fields ed-coming" key="some" ref={fields}>
      <LocalText
        label={say("welcome_title")}
        hint={say("welcome_title_hint")}
        text={welcome.title}
        path="/welcome/title"
        onChange={put("title")}
      />
      <LocalText
        label={say("welcome_text")}
        hint={say("description_hint")}
        isMultiline
        text={welcome.text}
        path="/welcome/text"
        onChange={put("text")}
      />
      <PictureSection
        picture={welcome.image}
        path="/welcome/image"
        onChange={(image, join) => set(setProperty(welcome, "image", image), join && `image ${join}`)}
      />
      <LocalText
        label={say("welcome_button")}
        text={welcome.button}
        path="/welcome/button"
        onChange={put("button")}
      />
      {!editor.isReadOnly && (
        <div class="ed-row">
          <Button
            kind="danger"
            label={say("remove_welcome")}
            onPress={() => void remove()}
            name="remove-welcome"
          />
        </div>
      )}
    </div>
  );
}
