import HolidaysOf from "date-holidays";

import { Fault } from "../workflows/fault.ts";
import { type Holiday, type Holidays, type Years, daysOf, nameOf } from "./holiday.ts";

const DAY_MS = 86_400_000;

/**
 * The public holidays of a country, or of one of its regions, by `date-holidays`.
 *
 * @param place - such as DE, DE-BY or US-LA-NO
 * @param language - of the names; left out: the country's
 * @throws Fault for a place or a language that is unknown
 */
export function nationalHolidays(place: string, years: Years, language?: string): Holidays {
  const source = new HolidaysOf();
  const [country = "", state, region, ...otherParts] = place.toUpperCase().split("-");
  const of = (knownNames: Record<string, string> | undefined, name: string | undefined): void => {
    if (name === undefined || Object.hasOwn(knownNames ?? {}, name)) return;
    throw new Fault(`${place}: expected one of ${Object.keys(knownNames ?? {}).join(", ") || country}`);
  };
  of(source.getCountries(), country);
  of(source.getStates(country), state);
  if (state !== undefined) of(source.getRegions(country, state), region);
  if (otherParts.length > 0) throw new Fault(`${place}: expected a country, a state and a region at most`);
  source.init({ country, ...(state !== undefined && { state }), ...(region !== undefined && { region }) });
  const languages = source.getLanguages();
  if (language !== undefined && !languages.includes(language)) {
    throw new Fault(`--language ${language}: expected one of ${languages.join(", ")}`);
  }
  const days: Holiday[] = [];
  const passedOver: string[] = [];
  for (let year = years.from; year <= years.to; year += 1) {
    for (const { date, start, end, name, type } of source.getHolidays(year, language)) {
      if (type !== "public") continue;
      const [day = "", time = ""] = date.split(" ");
      if (time !== "00:00:00") {
        passedOver.push(`${day} from ${time.slice(0, 5)}, ${name}: not a whole day, set its hours by hand`);
        continue;
      }
      const first = Temporal.PlainDate.from(day);
      const count = Math.round((end.getTime() - start.getTime()) / DAY_MS);
      for (const date of daysOf(first, first.add({ days: count }), years)) {
        days.push({ date: date, name: nameOf(name) });
      }
    }
  }
  if (days.length === 0) throw new Fault(`${place}: no public holidays are known of these years`);
  return { days, passedOver };
}
