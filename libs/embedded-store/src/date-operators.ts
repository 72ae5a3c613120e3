import { fail, unsupported } from "./errors.ts";
import type { Operator } from "./environment.ts";
import { isDoc, show, typeName, type Value } from "./values.ts";

type Unit = "year" | "month" | "day" | "hour" | "minute" | "second";
const UNITS: readonly Unit[] = ["year", "month", "day", "hour", "minute", "second"];

const isUnit = (unit: Value): unit is Unit => UNITS.some((known) => known === unit);

const FORMATS: Readonly<Record<string, (date: Date) => string>> = {
  "%Y": (date) => date.toISOString().slice(0, 4),
  "%m": (date) => date.toISOString().slice(5, 7),
  "%d": (date) => date.toISOString().slice(8, 10),
  "%H": (date) => date.toISOString().slice(11, 13),
  "%M": (date) => date.toISOString().slice(14, 16),
  "%S": (date) => date.toISOString().slice(17, 19),
  "%L": (date) => date.toISOString().slice(20, 23),
  "%%": () => "%",
};

function format(date: Date, pattern: string): string {
  return pattern.replace(/%./g, (code) => {
    const write = FORMATS[code];
    return write ? write(date) : unsupported(`the date format ${code}`);
  });
}

/** The start of the unit, in UTC, that a date lies in. */
function truncate(date: Date, unit: Unit): Date {
  const parts = [
    date.getUTCFullYear(),
    date.getUTCMonth(),
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ];
  const kept = UNITS.indexOf(unit) + 1;
  const [year = 0, month = 0, day = 1, hour = 0, minute = 0, second = 0] = parts.slice(0, kept);
  return new Date(Date.UTC(year, month, day, hour, minute, second));
}

/** An operator on `{ date, <option> }`, in UTC. */
function dateOperator(name: string, option: string, apply: (date: Date, option: Value) => Value): Operator {
  return (argument, compile) => {
    if (!isDoc(argument)) return fail("BadValue", `${name} requires an object as an argument`);
    const { date: dateSpec, [option]: optionSpec, ...others } = argument;
    if (Object.keys(others).length > 0) return unsupported(`${name} with ${Object.keys(others).join(", ")}`);
    const date = compile(dateSpec);
    const value = compile(optionSpec);
    return (environment) => {
      const when = date(environment);
      if (when === null || when === undefined) return null;
      if (!(when instanceof Date))
        return fail("TypeMismatch", `${name} requires a date, found ${typeName(when)}`);
      return apply(when, value(environment));
    };
  };
}

export const DATE_OPERATORS: readonly (readonly [string, Operator])[] = [
  [
    "$dateToString",
    dateOperator("$dateToString", "format", (date, pattern) =>
      format(date, typeof pattern === "string" ? pattern : "%Y-%m-%dT%H:%M:%S.%LZ"),
    ),
  ],
  [
    "$dateTrunc",
    dateOperator("$dateTrunc", "unit", (date, unit) =>
      isUnit(unit) ? truncate(date, unit) : unsupported(`$dateTrunc to ${show(unit)}`),
    ),
  ],
];
