import type { ConditionFactType } from "@countersign/domain/routing";

/** Types of values that operators and functions take. */
export type ValueType = "bool" | "string" | "double" | "int";
/** Things with fields; only their fields are compared. */
export type RecordType = "document" | "facts" | "submitter" | "MONEY";
export type Type = ValueType | RecordType | "list";

/** The names that a condition knows. */
export const ROOTS: ReadonlyMap<string, Type> = new Map<string, Type>([
  ["document", "document"],
  ["kind", "string"],
  ["submitter", "submitter"],
]);

/** The fields of each record; those of `facts` are what the version declares. */
export const FIELDS: Readonly<Record<Exclude<RecordType, "facts">, ReadonlyMap<string, Type>>> = {
  document: new Map<string, Type>([
    ["title", "string"],
    ["amount", "double"],
    ["currency", "string"],
    ["facts", "facts"],
  ]),
  submitter: new Map<string, Type>([
    ["id", "string"],
    ["departmentId", "string"],
  ]),
  MONEY: new Map<string, Type>([
    ["amount", "double"],
    ["currency", "string"],
  ]),
};

/** Dates compare as text: ISO 8601 sorts as time does, where DATETIMEs have the same offset. */
export const FACT_TYPES: Readonly<Record<ConditionFactType, Type>> = {
  TEXT: "string",
  NUMBER: "double",
  MONEY: "MONEY",
  DATE: "string",
  DATETIME: "string",
  BOOLEAN: "bool",
  PERSON: "string",
  LINK: "string",
};

const isNumber = (type: Type): boolean => type === "double" || type === "int";

/** Whether `==` and `!=` take both. */
export function areComparable(left: Type, right: Type): boolean {
  return areOrdered(left, right) || (left === "bool" && right === "bool");
}

/** Whether `<`, `<=`, `>` and `>=` take both. */
export function areOrdered(left: Type, right: Type): boolean {
  return (isNumber(left) && isNumber(right)) || (left === "string" && right === "string");
}

/** Whether it is a value, and no record or list. */
export function isValue(type: Type): type is ValueType {
  return type === "bool" || type === "string" || isNumber(type);
}

/** Each allowed function with the form that it is called in. */
export const FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ["has", "has(document.amount)"],
  ["size", "size(document.title)"],
  ["startsWith", 'document.title.startsWith("A")'],
  ["endsWith", 'document.title.endsWith("A")'],
  ["contains", 'document.title.contains("A")'],
  ["amountIn", 'amountIn("EUR")'],
]);
