import { listLimitOf } from "@countersign/graphql";

import type { Caller } from "../shared/caller.ts";
import type { DirectoryLoaders } from "../shared/directory-loaders.ts";
import { LISTS } from "./sdl.ts";
import type { ShownVersion } from "./version-read-model.ts";

const MOST = listLimitOf(LISTS, "WorkflowVersion", "people");

/**
 * The users whom the stages of a version name, each once, the first ones of many; of one whom the directory does not know
 * the id alone. Sources name nobody.
 */
export function namedUsers(
  { stages }: Pick<ShownVersion, "stages">,
  { companyId }: Pick<Caller, "companyId">,
  { user }: Pick<DirectoryLoaders, "user">,
) {
  const ids = stages.flatMap(({ approvers }) => approvers.map(({ approverId }) => approverId));
  const namedIds = [...new Set(ids)].slice(0, MOST);
  return Promise.all(namedIds.map(async (_id) => (await user.load(_id)) ?? { _id, companyId }));
}
