import ICAL from "ical.js";

import { type ContentLine, contentLinesOf, LineFault } from "./content-lines.ts";
import { nameOf } from "./holiday.ts";

/** A property of an event. */
export interface IcsProperty {
  /** Where it stands in the file. */
  line: number;
  property: ICAL.Property;
}

/** An event of a file. */
export interface IcsEvent {
  /** How messages call it. */
  label: string;
  /** Where it begins. */
  line: number;
  component: ICAL.Component;
  /** Its properties of a name in small letters. */
  all: (name: string) => IcsProperty[];
  /** @throws LineFault where the event has the property more than once */
  first: (name: string) => IcsProperty | undefined;
  /** The value of a property that is text; empty where the event has none. */
  text: (name: string) => string;
}

/**
 * Reads the events of an iCalendar file.
 *
 * @throws LineFault for what is no such file
 */
export function readEvents(bytes: Uint8Array): IcsEvent[] {
  const lineOf = new WeakMap<ICAL.Component | ICAL.Property, number>();
  const components = componentsOf(contentLinesOf(bytes), lineOf);
  const calendars = components.filter(({ name }) => name === "vcalendar");
  if (calendars.length === 0) throw new LineFault(1, "not an iCalendar file: has no BEGIN:VCALENDAR");
  const events = calendars.flatMap((calendar) => calendar.getAllSubcomponents("vevent"));
  if (events.length === 0) throw new LineFault(1, "has no event");
  return events.map((component, place) => eventOf(component, place, (part) => lineOf.get(part) ?? 1));
}

function eventOf(
  component: ICAL.Component,
  place: number,
  lineOf: (part: ICAL.Component | ICAL.Property) => number,
): IcsEvent {
  const text = (name: string) => String(component.getFirstPropertyValue(name) ?? "");
  const summary = nameOf(text("summary"));
  const label = `event ${place + 1}${summary === undefined ? "" : ` (${summary})`}`;
  const all = (name: string) =>
    component.getAllProperties(name).map((property) => ({ line: lineOf(property), property }));
  const first = (name: string) => {
    const [property, secondProperty] = all(name);
    if (secondProperty)
      throw new LineFault(secondProperty.line, `${name.toUpperCase()}: expected once in an event`);
    return property;
  };
  return { label, line: lineOf(component), component, text, all, first };
}

/** The outermost components; writes down on which line each component and property begins. */
function componentsOf(
  lines: readonly ContentLine[],
  lineOf: WeakMap<ICAL.Component | ICAL.Property, number>,
): ICAL.Component[] {
  const outermost: ICAL.Component[] = [];
  const open: ICAL.Component[] = [];
  for (const { line, text } of lines) {
    const [, edge, name = ""] = /^(BEGIN|END):\s*(\S+)\s*$/iu.exec(text) ?? [];
    const parent = open.at(-1);
    if (edge === undefined) {
      const property = propertyOf(text, line);
      if (parent === undefined)
        throw notIcs(line, `${property.name.toUpperCase()} stands outside of BEGIN and END`);
      lineOf.set(parent.addProperty(property), line);
    } else if (edge.toUpperCase() === "BEGIN") {
      const component = new ICAL.Component(name.toLowerCase());
      lineOf.set(component, line);
      if (parent === undefined) outermost.push(component);
      else parent.addSubcomponent(component);
      open.push(component);
    } else if (open.pop()?.name !== name.toLowerCase()) {
      throw notIcs(line, `END:${name} without its BEGIN`);
    }
  }
  const openComponent = open.at(-1);
  if (openComponent)
    throw notIcs(lineOf.get(openComponent) ?? 1, `BEGIN:${openComponent.name.toUpperCase()} without its END`);
  return outermost;
}

function propertyOf(text: string, line: number): ICAL.Property {
  // A rule is read by whoever repeats it.
  const [, rule] = /^RRULE[^:]*:(.*)$/iu.exec(text) ?? [];
  if (rule !== undefined) return new ICAL.Property(["rrule", {}, "text", rule.trim()]);
  try {
    return ICAL.Property.fromString(text, ICAL.design.icalendar);
  } catch (error) {
    throw notIcs(line, (error as Error).message);
  }
}

const notIcs = (line: number, why: string): LineFault => new LineFault(line, `not an iCalendar file: ${why}`);
