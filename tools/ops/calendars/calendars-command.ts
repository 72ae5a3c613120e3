import { readOptions, UsageError } from "../../usage.ts";
import type { Years } from "./holiday.ts";

export const CALENDARS_USAGE = `Adds holidays to a calendar of working time. Dates that stand in the calendar already stay as they are.

usage: npm run calendars -- import <file.ics>             the days of an iCalendar file
       npm run calendars -- fill <country> --year <year>  the public holidays of a country such as DE, or of a region
                                                          such as DE-BY

  --calendar <name or id>  the calendar; may be left out where the company has one only
  --year <year>            such as 2027 or 2026-2028; import without it: this year and the next
  --language <code>        fill: of the names, such as en; left out: the country's own
  --skip <text>            leaves out days with this text in their name or description, such as Observance; may be
                           given several times
  --dry-run                says what it would add, with the descriptions of a file, and changes nothing
  --url <url>              the public address of the engine (ENGINE_URL; unless it is set, that of "npm start")
  --data <dir>             data directory of that "npm start", if it was given one

COUNTERSIGN_TOKEN is a token of the engine's audience for a privileged user. Exit code 1: a fault in the file, or the
engine refused or did not answer; 2: wrong arguments.`;

interface Options {
  years: Years;
  dryRun: boolean;
  skip: readonly string[];
  calendar?: string | undefined;
  url?: string | undefined;
  data?: string | undefined;
}

export type CalendarsCommand = Options &
  ({ do: "import"; file: string } | { do: "fill"; country: string; language?: string | undefined });

/** Years of which the sources know anything, and in which a slip of the pen is found. */
const FIRST_YEAR = 2000;
const LAST_YEAR = 2100;
/** Years of one command: a calendar has 500 days at most. */
const MAX_YEARS = 10;

/**
 * Reads the arguments of `npm run calendars`.
 *
 * @param thisYear - the present year
 * @throws UsageError
 */
export function parseCalendarsArguments(args: string[], thisYear: number): CalendarsCommand {
  const { positionals, values } = readOptions({
    args,
    options: {
      calendar: { type: "string" },
      year: { type: "string" },
      language: { type: "string" },
      skip: { type: "string", multiple: true, default: [] },
      "dry-run": { type: "boolean", default: false },
      url: { type: "string" },
      data: { type: "string" },
    },
    allowPositionals: true,
  });
  const [command, source, ...otherArguments] = positionals;
  if (command !== "import" && command !== "fill") throw new UsageError("expected import or fill");
  const { calendar, year, language, skip, url, data } = values;
  if (skip.some((text) => text.trim() === "")) throw new UsageError("--skip: expected a text");
  const place = { calendar, url, data, skip, dryRun: values["dry-run"] };
  if (command === "import") {
    if (source === undefined || otherArguments.length > 0) throw new UsageError("expected one file");
    if (language !== undefined) throw new UsageError("import does not take --language");
    const years = year === undefined ? { from: thisYear, to: thisYear + 1 } : yearsIn(year);
    return { ...place, do: command, file: source, years };
  }
  if (source === undefined || otherArguments.length > 0) throw new UsageError("expected one country");
  if (year === undefined) throw new UsageError("fill: expected --year");
  return { ...place, do: command, country: source, language, years: yearsIn(year) };
}

function yearsIn(text: string): Years {
  const [, first, last = first] = /^(\d{4})(?:-(\d{4}))?$/u.exec(text) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (from >= FIRST_YEAR && to <= LAST_YEAR && from <= to && to - from < MAX_YEARS) return { from, to };
  throw new UsageError(
    `--year ${text}: expected a year from ${FIRST_YEAR} to ${LAST_YEAR}, or up to ${MAX_YEARS} such as 2026-2028`,
  );
}
