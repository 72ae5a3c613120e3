import { memberIds } from "@countersign/contracts";
import { z } from "zod";

import { label, optional } from "../shared/inputs.ts";
import { keyword, pageOf } from "../shared/page-inputs.ts";

const NAME_MAX = 120;

const name = label(NAME_MAX);

export const createUserGroupInput = z.object({ name, memberIds });
export const updateUserGroupInput = z.object({
  name: optional(name),
  memberIds: optional(memberIds),
});

export const userGroupPageInput = pageOf({ keyword });
