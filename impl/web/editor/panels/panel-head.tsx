/** The heading of the panel: the part of the form that it edits. */
import { pickText, useParts } from "../context.ts";
import { Icon, type IconName } from "../inputs/icons.tsx";
import { MentionText } from "../mention-text.tsx";
import { findField } from "../model/edits.ts";

interface Head {
  readonly icon: IconName;
  readonly name: string;
  /** A word about the part, such as the type of a question. */
  readonly about?: string;
}

export function PanelHead() {
  const { icon, name, about } = useHead();
  return (
    <header class="ed-panel-head">
      <span class="ed-sign">
        <Icon name={icon} />
      </span>
      <h2 tabIndex={-1}>
        <MentionText text={name} />
      </h2>
      {about !== undefined && <p>{about}</p>}
    </header>
  );
}

function useHead(): Head {
  const { editor, say } = useParts();
  const { selection, structure, language } = editor;
  const pick = (text: Parameters<typeof pickText>[0]) => pickText(text, language, structure.default_language);
  switch (selection.kind) {
    case "form":
      return { icon: "form", name: say("form_title") };
    case "welcome":
    case "look":
    case "settings":
    case "languages":
      return { icon: selection.kind, name: say(selection.kind) };
    case "page": {
      const at = structure.pages.findIndex(({ id }) => id === selection.id);
      const title = pick(structure.pages[at]?.title);
      const number = say("page", { n: at + 1 });
      return title === "" ? { icon: "page", name: number } : { icon: "page", name: title, about: number };
    }
    case "field": {
      const field = findField(structure, selection.id)!;
      return { icon: field.type, name: pick(field.label) || say("untitled"), about: say(field.type) };
    }
    case "endings": {
      const at = structure.endings?.findIndex(({ id }) => id === selection.id) ?? 0;
      const number = say("ending", { n: at + 1 });
      return { icon: "endings", name: pick(structure.endings?.[at]?.title) || number, about: number };
    }
    case "calculations": {
      const at = structure.calculations?.findIndex(({ id }) => id === selection.id) ?? 0;
      const name = pick(structure.calculations?.[at]?.label) || selection.id;
      return { icon: "calculations", name, about: say("calculation", { n: at + 1 }) };
    }
    default: {
      const found = structure.hidden_fields?.find(({ id }) => id === selection.id);
      return { icon: "hidden_fields", name: pick(found?.label) || selection.id, about: say("hidden_fields") };
    }
  }
}
