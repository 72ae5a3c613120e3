// The values that resolvers get for types of the SDL, under the types' names.
export type { ChangeNote } from "./change-note.ts";
export type { Order, User } from "./directory-read-model.ts";
