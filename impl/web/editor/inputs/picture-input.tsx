/** An input for a picture: a button, and a place to drop a file. */
import { useRef, useState } from "preact/hooks";
import { useParts } from "../context.ts";
import { Button } from "./controls.tsx";
import { shrinkPicture } from "./shrink-picture.ts";

interface PictureProps {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly hint?: string;
  /** The name of the input among those of the panel, such as `logo`. */
  readonly name: string;
  /** The id of the image; undefined: there is none. */
  readonly id: string | undefined;
  readonly onChoose: (id: string) => void;
  readonly onRemove: () => void;
}

export function PictureInput({ label, isLabelHidden, hint, name, id, onChoose, onRemove }: PictureProps) {
  const { editor, server, say } = useParts();
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isLocked = isBusy || editor.isReadOnly;

  async function upload(files: FileList | null | undefined): Promise<void> {
    const file = files?.[0];
    if (file === undefined || isLocked) return;
    setBusy(true);
    setProblem("");
    const reply = await server.upload(await shrinkPicture(file));
    setBusy(false);
    if (reply.ok) onChoose(reply.id);
    else setProblem(reply.message || say("image_failed"));
  }

  function onDrag(event: DragEvent): void {
    event.preventDefault();
    setOver(event.type === "dragover" && !isLocked);
    if (event.type === "drop") void upload(event.dataTransfer?.files);
  }

  return (
    <fieldset
      class={isOver ? "ed-input ed-drop" : "ed-input"}
      data-drop={name}
      onDragOver={onDrag}
      onDragLeave={onDrag}
      onDrop={onDrag}
    >
      <legend class={isLabelHidden ? "vh" : "ed-label"}>{label}</legend>
      {id !== undefined && <img class={`ed-image ed-image-${name}`} src={`/images/${id}`} alt={label} />}
      <div class="ed-row">
        <input
          ref={input}
          type="file"
          hidden
          accept=".png,.jpg,.jpeg,.webp"
          data-image={name}
          onChange={({ currentTarget }) => {
            void upload(currentTarget.files).then(() => {
              currentTarget.value = "";
            });
          }}
        />
        <Button
          label={isBusy ? say("image_uploading") : say(id === undefined ? "image_choose" : "image_replace")}
          isDisabled={isLocked}
          onPress={() => input.current?.click()}
          name={`choose-${name}`}
        />
        {id !== undefined && !editor.isReadOnly && (
          <Button kind="plain" label={say("image_remove")} name={`remove-${name}`} onPress={onRemove} />
        )}
      </div>
      {hint && <p class="ed-hint">{hint}</p>}
      <p class="ed-problem" role="alert">
        {problem}
      </p>
    </fieldset>
  );
}
