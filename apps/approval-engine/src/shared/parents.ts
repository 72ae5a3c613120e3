// The values that resolvers get for types of the SDL, under the types' names.
export type { Order, User } from "./directory-read-model.ts";
