export * from "./amount.ts";
export * from "./journal-entry.ts";
