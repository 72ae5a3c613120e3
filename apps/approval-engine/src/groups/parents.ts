// The values that resolvers get for types of the SDL, under the types' names.
export type { UserGroupPage as UserGroupPageResult } from "./group-read-model.ts";
export type { ShownGroup as UserGroup } from "./records.ts";
