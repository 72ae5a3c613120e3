/** A public holiday. */
export interface NationalHoliday {
  /** Such as 2026-12-25. */
  date: string;
  name: string;
}

/**
 * Public holidays by law, one a line: a date, of one year alone if it has one; `E` and days from Easter Sunday; or the first such weekday from a date on.
 * One with `~` is kept on the nearest working day where it falls on a weekend, one with `>` on the next one that is free; one with `<` is on the day before instead of on a Sunday.
 * Sundays that are holidays every year are left out.
 */
const RULES = {
  AT: `01-01 Neujahr
01-06 Heilige Drei Könige
E+1 Ostermontag
05-01 Staatsfeiertag
E+39 Christi Himmelfahrt
E+50 Pfingstmontag
E+60 Fronleichnam
08-15 Mariä Himmelfahrt
10-26 Nationalfeiertag
11-01 Allerheiligen
12-08 Mariä Empfängnis
12-25 Christtag
12-26 Stefanitag`,
  BE: `01-01 Nouvel An
E+1 Lundi de Pâques
05-01 Fête du travail
E+39 Ascension
E+50 Lundi de Pentecôte
07-21 Fête nationale
08-15 Assomption
11-01 Toussaint
11-11 Armistice
12-25 Noël`,
  CZ: `01-01 Den obnovy samostatného českého státu
E-2 Velký pátek
E+1 Velikonoční pondělí
05-01 Svátek práce
05-08 Den vítězství
07-05 Den slovanských věrozvěstů Cyrila a Metoděje
07-06 Den upálení mistra Jana Husa
09-28 Den české státnosti
10-28 Den vzniku samostatného československého státu
11-17 Den boje za svobodu a demokracii
12-24 Štědrý den
12-25 1. svátek vánoční
12-26 2. svátek vánoční`,
  DE: `01-01 Neujahr
E-2 Karfreitag
E+1 Ostermontag
05-01 Tag der Arbeit
E+39 Christi Himmelfahrt
E+50 Pfingstmontag
10-03 Tag der Deutschen Einheit
12-25 1. Weihnachtstag
12-26 2. Weihnachtstag`,
  DK: `01-01 Nytårsdag
E-3 Skærtorsdag
E-2 Langfredag
E+1 Anden påskedag
E+39 Kristi Himmelfartsdag
E+50 Anden pinsedag
12-25 Juledag
12-26 Anden juledag`,
  FI: `01-01 Uudenvuodenpäivä
01-06 Loppiainen
E-2 Pitkäperjantai
E+1 Toinen pääsiäispäivä
05-01 Vappu
E+39 Helatorstai
SA06-20 Juhannuspäivä
SA10-31 Pyhäinpäivä
12-06 Itsenäisyyspäivä
12-25 Joulupäivä
12-26 Tapaninpäivä`,
  FR: `01-01 Jour de l’An
E+1 Lundi de Pâques
05-01 Fête du travail
05-08 Victoire 1945
E+39 Ascension
E+50 Lundi de Pentecôte
07-14 Fête nationale
08-15 Assomption
11-01 Toussaint
11-11 Armistice 1918
12-25 Noël`,
  "GB-ENG": `01-01> New Year’s Day
E-2 Good Friday
E+1 Easter Monday
MO05-01 Early May bank holiday
MO05-25 Spring bank holiday
MO08-25 Summer bank holiday
12-25> Christmas Day
12-26> Boxing Day`,
  IT: `01-01 Capodanno
01-06 Epifania
E+1 Lunedì dell’Angelo
04-25 Festa della Liberazione
05-01 Festa del lavoro
06-02 Festa della Repubblica
08-15 Assunzione di Maria
10-04 San Francesco d’Assisi
11-01 Ognissanti
12-08 Immacolata Concezione
12-25 Natale
12-26 Santo Stefano`,
  LU: `01-01 Nouvel An
E+1 Lundi de Pâques
05-01 Fête du travail
E+39 Ascension
05-09 Journée de l’Europe
E+50 Lundi de Pentecôte
06-23 Fête nationale
08-15 Assomption
11-01 Toussaint
12-25 Noël
12-26 Saint-Étienne`,
  NL: `01-01 Nieuwjaarsdag
E+1 Tweede paasdag
04-27< Koningsdag
E+39 Hemelvaartsdag
E+50 Tweede pinksterdag
12-25 Eerste kerstdag
12-26 Tweede kerstdag`,
  NO: `01-01 Første nyttårsdag
E-3 Skjærtorsdag
E-2 Langfredag
E+1 Andre påskedag
05-01 Arbeidernes dag
E+39 Kristi himmelfartsdag
05-17 Grunnlovsdagen
E+50 Andre pinsedag
12-25 Første juledag
12-26 Andre juledag`,
  PL: `01-01 Nowy Rok
01-06 Święto Trzech Króli
E+1 Poniedziałek Wielkanocny
05-01 Święto Państwowe
05-03 Święto Narodowe Trzeciego Maja
E+60 Boże Ciało
08-15 Wniebowzięcie Najświętszej Maryi Panny
11-01 Wszystkich Świętych
11-11 Narodowe Święto Niepodległości
12-24 Wigilia Bożego Narodzenia
12-25 Pierwszy dzień Bożego Narodzenia
12-26 Drugi dzień Bożego Narodzenia`,
  PT: `01-01 Ano Novo
E-2 Sexta-Feira Santa
04-25 Dia da Liberdade
05-01 Dia do Trabalhador
E+60 Corpo de Deus
06-10 Dia de Portugal
08-15 Assunção de Nossa Senhora
10-05 Implantação da República
11-01 Todos os Santos
12-01 Restauração da Independência
12-08 Imaculada Conceição
12-25 Natal`,
  SE: `01-01 Nyårsdagen
01-06 Trettondedag jul
E-2 Långfredagen
E+1 Annandag påsk
05-01 Första maj
E+39 Kristi himmelsfärdsdag
06-06 Sveriges nationaldag
SA06-20 Midsommardagen
SA10-31 Alla helgons dag
12-25 Juldagen
12-26 Annandag jul`,
  US: `01-01~ New Year’s Day
MO01-15 Martin Luther King Jr. Day
MO02-15 Washington’s Birthday
MO05-25 Memorial Day
06-19~ Juneteenth
07-04~ Independence Day
MO09-01 Labor Day
MO10-08 Columbus Day
11-11~ Veterans Day
TH11-22 Thanksgiving Day
12-25~ Christmas Day`,
} as const;

const EPIPHANY = "01-06 Heilige Drei Könige";
const WOMEN = "03-08 Internationaler Frauentag";
const CORPUS_CHRISTI = "E+60 Fronleichnam";
const REFORMATION = "10-31 Reformationstag";
const ALL_SAINTS = "11-01 Allerheiligen";

/** Holidays of the German states beside those of the country. */
const STATES = {
  "DE-BB": ["Brandenburg", REFORMATION],
  "DE-BE": ["Berlin", WOMEN, "2028-06-17 75. Jahrestag des Volksaufstandes"],
  "DE-BW": ["Baden-Württemberg", EPIPHANY, CORPUS_CHRISTI, ALL_SAINTS],
  "DE-BY": ["Bayern", EPIPHANY, CORPUS_CHRISTI, ALL_SAINTS],
  "DE-HB": ["Bremen", REFORMATION],
  "DE-HE": ["Hessen", CORPUS_CHRISTI],
  "DE-HH": ["Hamburg", REFORMATION],
  "DE-MV": ["Mecklenburg-Vorpommern", WOMEN, REFORMATION],
  "DE-NI": ["Niedersachsen", REFORMATION],
  "DE-NW": ["Nordrhein-Westfalen", CORPUS_CHRISTI, ALL_SAINTS],
  "DE-RP": ["Rheinland-Pfalz", CORPUS_CHRISTI, ALL_SAINTS],
  "DE-SH": ["Schleswig-Holstein", REFORMATION],
  "DE-SL": ["Saarland", CORPUS_CHRISTI, "08-15 Mariä Himmelfahrt", ALL_SAINTS],
  "DE-SN": ["Sachsen", REFORMATION, "WE11-16 Buß- und Bettag"],
  "DE-ST": ["Sachsen-Anhalt", EPIPHANY, REFORMATION],
  "DE-TH": ["Thüringen", "09-20 Weltkindertag", REFORMATION],
} as const;

type Country = keyof typeof RULES;
type State = keyof typeof STATES;

/** A country, or a part of one, whose public holidays are known. */
export interface HolidayPlace {
  /** Such as DE, DE-BY or GB-ENG. */
  code: Country | State;
  /** Code of the country. */
  country: string;
  /** Name of the part in its own language; absent for a whole country. */
  part?: string;
}

/** The places whose public holidays are known. */
export const HOLIDAY_PLACES: readonly HolidayPlace[] = [
  ...(Object.keys(RULES) as Country[]).map((code) =>
    code === "GB-ENG" ? { code, country: "GB", part: "England, Wales" } : { code, country: code },
  ),
  ...(Object.keys(STATES) as State[]).map((code) => ({ code, country: "DE", part: STATES[code][0] })),
];

/** The public holidays of a place in some years, in order. @param years - the first and the last */
export function nationalHolidays(
  place: HolidayPlace["code"],
  [from, to]: readonly [number, number],
): NationalHoliday[] {
  const lines = place in STATES ? [RULES.DE, ...STATES[place as State].slice(1)] : [RULES[place as Country]];
  const rules = lines.flatMap((text) => text.split("\n"));
  // New Year's Day may be kept on the last day of the year before.
  const years = Array.from({ length: to - from + 2 }, (_, index) => from + index);
  return years
    .flatMap((year) => holidaysOf(rules, year))
    .filter(({ date }) => date >= `${from}` && date < `${to + 1}`)
    .toSorted((left, right) => (left.date < right.date ? -1 : 1));
}

const RULE =
  /^(?:E(?<fromEaster>[+-]\d+)|(?<only>\d{4}-)?(?<weekday>[A-Z]{2})?(?<month>\d\d)-(?<day>\d\d))(?<kept>[~><])? (?<name>.+)$/u;
const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const DAY_MS = 86_400_000;
const SATURDAY = 6;

const weekdayOf = (day: number): number => new Date(day).getUTCDay();
const isWeekend = (day: number): boolean => weekdayOf(day) % SATURDAY === 0;

function holidaysOf(rules: readonly string[], year: number): NationalHoliday[] {
  const days = rules.flatMap((rule) => {
    const { fromEaster, only, weekday, month, day, kept, name = "" } = RULE.exec(rule)?.groups ?? {};
    if (only !== undefined && only !== `${year}-`) return [];
    if (fromEaster !== undefined) return [{ day: easterOf(year) + Number(fromEaster) * DAY_MS, kept, name }];
    const date = Date.UTC(year, Number(month) - 1, Number(day));
    const wait = weekday === undefined ? 0 : (WEEKDAYS.indexOf(weekday) - weekdayOf(date) + 7) % 7;
    const isMoved = kept === "<" && weekdayOf(date) === 0;
    return [{ day: date + (wait - Number(isMoved)) * DAY_MS, kept, name }];
  });
  const takenDays = new Set(days.map(({ day }) => day));
  const keptDays = days.flatMap(({ day, kept, name }) => {
    if ((kept !== "~" && kept !== ">") || !isWeekend(day)) return [];
    let keptDay = day + (kept === "~" && weekdayOf(day) === SATURDAY ? -DAY_MS : DAY_MS);
    while (isWeekend(keptDay) || takenDays.has(keptDay)) keptDay += DAY_MS;
    takenDays.add(keptDay);
    return [{ day: keptDay, name }];
  });
  return [...days, ...keptDays].map(({ day, name }) => ({
    date: new Date(day).toISOString().slice(0, "2026-01-01".length),
    name,
  }));
}

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
function easterOf(year: number): number {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const correction = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + correction + 15) % 30;
  const moon =
    epact - Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11));
  const leaps = year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4);
  const sunday = moon - (leaps % 7);
  return Date.UTC(year, 2, 28 + sunday);
}
