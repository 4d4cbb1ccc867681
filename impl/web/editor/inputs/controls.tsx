/** Buttons, checkboxes, and sections that open. */
import type { ComponentChildren } from "preact";
import { useParts } from "../context.ts";

export function CheckBox({
  label,
  isOn,
  onChange,
}: {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const { editor } = useParts();
  return (
    <label class="ed-check">
      <input
        type="checkbox"
        checked={isOn}
        disabled={editor.isReadOnly}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

interface ButtonProps {
  readonly label: string;
  readonly onPress: () => void;
  readonly kind?: "main" | "quiet" | "plain" | "icon" | "danger";
  readonly isDisabled?: boolean;
  /** The sign that is shown instead of the label. */
  readonly sign?: string;
  readonly name?: string;
}

export function Button({ label, onPress, kind = "quiet", isDisabled, sign, name }: ButtonProps) {
  return (
    <button
      type="button"
      class={`ed-button ed-${kind}`}
      data-name={name}
      disabled={isDisabled}
      onClick={onPress}
      {...(sign !== undefined && { "aria-label": label, title: label })}
    >
      {sign ?? label}
    </button>
  );
}

/** Two buttons that move an item of a list of `count` items up or down by one. */
export function MoveButtons(props: { at: number; count: number; onMove: (to: number) => void }) {
  const { at, count, onMove } = props;
  const { say } = useParts();
  return (
    <>
      <Button
        kind="icon"
        sign="↑"
        label={say("move_up")}
        isDisabled={at === 0}
        onPress={() => onMove(at - 1)}
      />
      <Button
        kind="icon"
        sign="↓"
        label={say("move_down")}
        isDisabled={at === count - 1}
        onPress={() => onMove(at + 1)}
      />
    </>
  );
}

/** A section of the panel that the user can open and close. */
export function Section({
  title,
  isOpen,
  children,
}: {
  title: string;
  isOpen?: boolean;
  children: ComponentChildren;
}) {
  return (
    <details class="ed-section" open={isOpen}>
      <summary>{title}</summary>
      <div class="ed-fields">{children}</div>
    </details>
  );
}
