export { groupsAmong, groupsOfMembers } from "./find-groups.ts";
export type { GroupLoaders } from "./group-loaders.ts";
