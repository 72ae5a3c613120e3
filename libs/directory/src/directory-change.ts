import {
  ContractViolation,
  DIRECTORY_FIELDS,
  directoryActive,
  type DirectoryType,
  parseContract,
} from "@countersign/contracts";
import { asLabel } from "@countersign/service-kit";
import { z } from "zod";
import type { DirectoryField, DirectoryRecord, ValueOf } from "./stored-records.ts";

/** New values of some fields: an absent field stays as it is, null removes its value. */
export type DirectoryChange = {
  readonly [Field in DirectoryField]?: ValueOf<Field> | null | undefined;
} & {
  readonly active?: boolean | undefined;
};

function changeOf<const Fields extends Readonly<Record<string, z.ZodType>>>(fields: Fields) {
  const clearable = Object.entries(fields).map(([name, field]) => [name, field.nullish()]);
  return z.strictObject({
    ...(Object.fromEntries(clearable) as {
      [Name in keyof Fields]: z.ZodOptional<z.ZodNullable<Fields[Name]>>;
    }),
    active: directoryActive.optional(),
  });
}

const { user, employee, department, group } = DIRECTORY_FIELDS;

/** Schemas of changes by the type of record. Unknown fields are refused, and names that hide or reorder text (SAFE-7). */
export const directoryChange = {
  user: changeOf({ ...user, name: asLabel(user.name), email: asLabel(user.email) }),
  employee: changeOf(employee),
  department: changeOf({ ...department, name: asLabel(department.name) }),
  group: changeOf({ ...group, name: asLabel(group.name) }),
} as const;

/** Why a record cannot be in the directory: the fields at fault and their rules; `undefined` if it can. */
export function problemOf(
  type: DirectoryType,
  { _id: _self, ...values }: Omit<DirectoryRecord, "version" | "madeBy">,
): string | undefined {
  try {
    parseContract(directoryChange[type], values);
    return undefined;
  } catch (error) {
    if (!(error instanceof ContractViolation)) throw error;
    return error.message;
  }
}
