/** The event of an ending, which respondents can put into their calendar. */
import type { CalendarEvent, Ending } from "../../../../generated/types.ts";
import { isWholeDay } from "../../../forms/structure/whole-day.ts";
import { useParts } from "../context.ts";
import { Button, CheckBox, Section } from "../inputs/controls.tsx";
import { LocalText, TextInput } from "../inputs/inputs.tsx";
import { fromLocalTime, localTime } from "../inputs/local-time.ts";
import { setProperty } from "../model/edits.ts";

interface EventProps {
  /** JSON Pointer of the event. */
  readonly path: string;
  readonly onChange: (event: CalendarEvent | undefined, join?: string) => void;
}

export function EventInputs({ ending, ...props }: EventProps & { ending: Ending }) {
  const { editor, say } = useParts();
  const event = ending.calendar;
  const add = () => props.onChange({ title: editor.structure.title, start: tomorrow() });
  return (
    <Section title={say("event")} isOpen={event !== undefined}>
      {event === undefined && !editor.isReadOnly && (
        <>
          <p class="ed-hint">{say("event_hint")}</p>
          <Button label={say("add_event")} onPress={add} name="add-event" />
        </>
      )}
      {event && <EventFields event={event} {...props} />}
    </Section>
  );
}

function EventFields({ event, path, onChange }: EventProps & { event: CalendarEvent }) {
  const { editor, say } = useParts();
  const isDay = isWholeDay(event.start);
  const put = (key: keyof CalendarEvent, value: unknown) => onChange(setProperty(event, key, value), key);

  function writeTime(key: "start" | "end", text: string): void {
    if (text !== "") put(key, isDay ? text : fromLocalTime(text));
    else if (key === "end") put(key, undefined);
  }

  return (
    <>
      <LocalText
        label={say("event_title")}
        text={event.title}
        path={`${path}/title`}
        onChange={(text) => put("title", text ?? {})}
      />
      <CheckBox
        label={say("whole_day")}
        isOn={isDay}
        onChange={(isOn) => onChange(isOn ? makeWholeDay(event) : makeTimed(event))}
      />
      {(["start", "end"] as const).map((key) => (
        <TextInput
          key={`${key} ${isDay}`}
          label={say(`event_${key}`)}
          type={isDay ? "date" : "datetime-local"}
          value={isDay ? (event[key] ?? "") : localTime(event[key])}
          path={`${path}/${key}`}
          onText={(text) => writeTime(key, text)}
        />
      ))}
      <LocalText
        label={say("event_place")}
        text={event.place}
        path={`${path}/place`}
        onChange={(text) => put("place", text)}
      />
      {!editor.isReadOnly && (
        <Button label={say("remove_event")} onPress={() => onChange(undefined)} name="remove-event" />
      )}
    </>
  );
}

/** Keeps the days of an event, in the browser's time zone. */
function makeWholeDay(event: CalendarEvent): CalendarEvent {
  const { start, end, ...rest } = event;
  const day = (time: string) => localTime(time).slice(0, 10);
  return { ...rest, start: day(start), ...(end !== undefined && { end: day(end) }) };
}

/** Begins at noon of the first day, and ends an hour later on the last one. */
function makeTimed(event: CalendarEvent): CalendarEvent {
  const { start, end = start, ...rest } = event;
  return { ...rest, start: fromLocalTime(`${start}T12:00`), end: fromLocalTime(`${end}T13:00`) };
}

function tomorrow(): string {
  return localTime(new Date(Date.now() + 86_400_000).toISOString()).slice(0, 10);
}
