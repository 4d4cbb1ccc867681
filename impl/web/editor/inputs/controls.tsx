/** Buttons, checkboxes, and sections that open. */
import type { ComponentChildren, RefObject } from "preact";
import { useRef } from "preact/hooks";
import { useParts } from "../context.ts";
import { Icon, type IconName } from "./icons.tsx";

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
  /** What phones show of the label. */
  readonly shortLabel?: string;
  readonly onPress: () => void;
  readonly kind?: "main" | "quiet" | "plain" | "icon" | "danger";
  readonly isDisabled?: boolean;
  /** The icon before the label; with the kind `icon`, it is shown instead of the label. */
  readonly icon?: IconName;
  readonly name?: string;
  /** Whether the Tab key skips the button, because another key does the same. */
  readonly isSkipped?: boolean;
}

export function Button(props: ButtonProps) {
  const { label, shortLabel, onPress, kind = "quiet", isDisabled, icon, name, isSkipped } = props;
  return (
    <button
      type="button"
      class={`ed-button ed-${kind}`}
      data-name={name}
      disabled={isDisabled}
      tabIndex={isSkipped ? -1 : undefined}
      onClick={onPress}
      {...(kind === "icon" && { "aria-label": label, title: label })}
    >
      {icon && <Icon name={icon} />}
      {kind !== "icon" && (shortLabel === undefined ? label : <Label long={label} short={shortLabel} />)}
    </button>
  );
}

/** Screen readers read the long label on every screen. */
function Label({ long, short }: { long: string; short: string }) {
  return (
    <>
      <span class="ed-longer">{long}</span>
      <span class="ed-shorter" aria-hidden="true">
        {short}
      </span>
    </>
  );
}

/** The first line of a dialog: its name, and a button that closes it. */
export function DialogHead({ title, label, onClose }: { title: string; label: string; onClose: () => void }) {
  return (
    <div class="ed-row">
      <p class="ed-label">{title}</p>
      <Button kind="icon" icon="close" label={label} onPress={onClose} name="cancel" />
    </div>
  );
}

export interface Action {
  readonly label: string;
  readonly icon: IconName;
  readonly name: string;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}

/** A menu of actions in words. `closeMenus` closes it on Escape and on a click outside. */
export function ActionMenu({ label, actions }: { label: string; actions: readonly Action[] }) {
  const root = useRef<HTMLDetailsElement>(null);
  return (
    <details class="menu ed-menu" name="ed-menu" ref={root}>
      <summary aria-label={label} title={label}>
        <Icon name="menu" />
      </summary>
      <ul>
        {actions.map(({ label: words, icon, name, isDisabled, onPress }) => (
          <li key={name}>
            <button
              type="button"
              data-name={name}
              disabled={isDisabled}
              onClick={() => {
                root.current!.open = false;
                root.current!.querySelector("summary")!.focus();
                onPress();
              }}
            >
              <Icon name={icon} />
              {words}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Two buttons that move an item of a list of `count` items up or down by one. */
export function MoveButtons(props: {
  at: number;
  count: number;
  isSkipped?: boolean;
  onMove: (to: number) => void;
}) {
  const { at, count, isSkipped = false, onMove } = props;
  const { say } = useParts();
  return (
    <>
      <Button
        kind="icon"
        icon="move_up"
        label={say("move_up")}
        isDisabled={at === 0}
        isSkipped={isSkipped}
        onPress={() => onMove(at - 1)}
      />
      <Button
        kind="icon"
        icon="move_down"
        label={say("move_down")}
        isDisabled={at === count - 1}
        isSkipped={isSkipped}
        onPress={() => onMove(at + 1)}
      />
    </>
  );
}

/**
 * Returns whether a section is open: as long as it has a reason, and then while the focus is in it, which would be lost. Reasons go,
 * such as when the last limit of an answer is cleared.
 */
export function useStaysOpen(isOpen: boolean, root: RefObject<HTMLDetailsElement | null>): boolean {
  const wasOpen = useRef(isOpen);
  const hasFocus = root.current?.contains(document.activeElement) ?? false;
  wasOpen.current = isOpen || (wasOpen.current && hasFocus);
  return wasOpen.current;
}

/** A section of the panel that the user can open and close. */
export function Section({
  title,
  isOpen = false,
  children,
}: {
  title: string;
  isOpen?: boolean;
  children: ComponentChildren;
}) {
  const root = useRef<HTMLDetailsElement>(null);
  return (
    <details class="ed-section" ref={root} open={useStaysOpen(isOpen, root)}>
      <summary>{title}</summary>
      <div class="ed-fields">{children}</div>
    </details>
  );
}
