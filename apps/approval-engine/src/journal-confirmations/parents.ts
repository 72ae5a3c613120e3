// The values that resolvers get for types of the SDL, under the types' names.
export type { JournalConfirmation } from "@countersign/contracts";
