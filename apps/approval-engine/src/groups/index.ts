export { groupDeletions, groupsAmong, groupsOfMembers } from "./find-groups.ts";
export type { GroupReadModel } from "./group-read-model.ts";
export type { GroupLoaders } from "./group-loaders.ts";
