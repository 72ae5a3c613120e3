import type { Id } from "../approval/index.ts";
import { labelProblem } from "../text/index.ts";
import { APP_FIELDS, type AppValues, assertAppSettings } from "./app-settings.ts";
import { refuse } from "./refuse.ts";
import { VERSION_MAX_LENGTH } from "./version-number.ts";

/** The workflow that a company runs for every transaction of a type. */
export interface DefaultWorkflow {
  /** Such as an order's kind. */
  transactionType: string;
  workflowId: Id;
}

/** The values of a company's one settings record; an absent one is unset. */
export interface ConfigValues extends AppValues {
  /** Free-form, for example dotted numbers. */
  iosVersion?: string;
  iosForceUpdate?: boolean;
  androidVersion?: string;
  androidForceUpdate?: boolean;
  approvalThresholdsEnabled?: boolean;
  defaultWorkflows?: readonly DefaultWorkflow[];
}

export type ConfigField = keyof ConfigValues;

/** The input of `updateConfig`: an absent or undefined field stays, null unsets it. */
export type ConfigPatch = { [F in ConfigField]?: ConfigValues[F] | null | undefined };

/** Bounds of the settings; strings in UTF-16 code units. */
export const CONFIG_BOUNDS = {
  version: VERSION_MAX_LENGTH,
  transactionType: 100,
  defaultWorkflows: 100,
} as const;

/** The fields that the version gate publishes. */
export const VERSION_FIELDS = [
  "iosVersion",
  "iosForceUpdate",
  "androidVersion",
  "androidForceUpdate",
  ...APP_FIELDS,
] as const satisfies readonly ConfigField[];

/** The fields that hold a version. They are stored as they were sent. */
export const VERSION_TEXT_FIELDS = [
  "iosVersion",
  "androidVersion",
  "iosMinimumVersion",
  "androidMinimumVersion",
  "webMinimumVersion",
] as const satisfies readonly ConfigField[];

export const CONFIG_FIELDS = [
  ...VERSION_FIELDS,
  "approvalThresholdsEnabled",
  "defaultWorkflows",
] as const satisfies readonly ConfigField[];

/**
 * Refuses settings that break a bound. Version strings are free-form (specification: "Versioning").
 *
 * @throws DomainError `INVALID_INPUT`, naming the field
 */
export function assertConfigPatch(patch: ConfigPatch): void {
  for (const field of ["iosVersion", "androidVersion"] as const) {
    if ((patch[field]?.length ?? 0) > CONFIG_BOUNDS.version) {
      refuse(field, `${field} must have at most ${CONFIG_BOUNDS.version} characters`);
    }
  }
  assertAppSettings(patch);
  for (const field of VERSION_TEXT_FIELDS) {
    const problem = isBlank(patch[field]) ? undefined : labelProblem(patch[field] ?? "");
    if (problem !== undefined) refuse(field, `${field} ${problem}`);
  }
  const workflows = patch.defaultWorkflows ?? [];
  if (workflows.length > CONFIG_BOUNDS.defaultWorkflows) {
    refuse("defaultWorkflows", `There must be at most ${CONFIG_BOUNDS.defaultWorkflows} default workflows`);
  }
  const types = new Set<string>();
  for (const [index, { transactionType, workflowId }] of workflows.entries()) {
    const path = `defaultWorkflows.${index}`;
    if (transactionType.trim() === "" || transactionType.length > CONFIG_BOUNDS.transactionType) {
      const bounds = `1 to ${CONFIG_BOUNDS.transactionType} characters`;
      refuse(`${path}.transactionType`, `A transaction type must have ${bounds}`);
    }
    if (types.has(transactionType)) {
      refuse(`${path}.transactionType`, `The transaction type ${transactionType} is used more than once`);
    }
    if (!/^[0-9a-f]{24}$/u.test(workflowId)) {
      refuse(`${path}.workflowId`, "A workflow id must be 24 lower-case hexadecimal characters");
    }
    types.add(transactionType);
  }
}

function isBlank(text: string | null | undefined): boolean {
  return text?.trim() === "";
}

/** The patch with null for each version of blanks alone, which is none (contract-3, FIX-6). */
export function withoutBlankVersions(patch: ConfigPatch): ConfigPatch {
  const blank = VERSION_TEXT_FIELDS.filter((field) => isBlank(patch[field]));
  return { ...patch, ...Object.fromEntries(blank.map((field) => [field, null])) };
}

/** The workflow that the company runs by default for the type of transaction. */
export function defaultWorkflowOf(
  values: Pick<ConfigValues, "defaultWorkflows">,
  transactionType: string,
): Id | undefined {
  return values.defaultWorkflows?.find((workflow) => workflow.transactionType === transactionType)
    ?.workflowId;
}
