import { DomainError } from "@countersign/domain/errors";
import type { ConfigWarning, MaintenanceWindow } from "@countersign/domain/settings";
import type { Config, SettingsReader } from "@countersign/settings";
import type { ConfigHistory, ConfigHistoryEntry } from "../repositories/config-history.ts";
import { selects } from "@countersign/graphql";
import { assertReadsHistory, type ChangedConfig, type ConfigChanges } from "../use-cases/change-config.ts";
import type { Resolvers } from "./generated/resolver-types.ts";

export interface SettingsDeps {
  changes: ConfigChanges;
  settings: Pick<SettingsReader, "find">;
  history: Pick<ConfigHistory, "page">;
}

export const TAKE_MAX = 100;

/** Creates the resolvers of `schema.graphql`. Everything is fenced by the caller's company. */
export function createSettingsResolvers({ changes, settings, history }: SettingsDeps): Resolvers {
  return {
    Query: {
      config: async (_root, _args, { principal }) => {
        const config = await settings.find(principal.companyId);
        return config && toGraphql(config, []);
      },
      configHistory: async (_root, paging, { principal }, info) => {
        assertReadsHistory(principal);
        assertPage(paging);
        const page = history.page(principal.companyId, paging);
        const [data, total] = await Promise.all([page.data(), selects(info, "total") ? page.total() : 0]);
        return { data: data.map(entryToGraphql), total };
      },
    },
    Mutation: {
      updateConfig: async (_root, { input }, caller) => changedToGraphql(await changes.update(caller, input)),
      rollbackConfig: async (_root, { auditId }, caller) =>
        changedToGraphql(await changes.rollBack(caller, auditId)),
    },
  };
}

/** @throws DomainError `INVALID_INPUT` */
function assertPage({ skip, take }: { skip: number; take: number }): void {
  if (skip < 0) throw new DomainError("INVALID_INPUT", "skip must be at least 0", { field: "skip" });
  if (take < 1 || take > TAKE_MAX) {
    throw new DomainError("INVALID_INPUT", `take must be from 1 to ${TAKE_MAX}`, { field: "take" });
  }
}

function changedToGraphql({ config, warnings }: ChangedConfig) {
  return toGraphql(config, warnings);
}

function toGraphql({ id, companyId, values, updatedAt }: Config, warnings: readonly ConfigWarning[]) {
  return {
    _id: id,
    companyId,
    ...values,
    iosMaintenance: windowsToGraphql(values.iosMaintenance),
    iosMessages: [...(values.iosMessages ?? [])],
    androidMaintenance: windowsToGraphql(values.androidMaintenance),
    androidMessages: [...(values.androidMessages ?? [])],
    webMaintenance: windowsToGraphql(values.webMaintenance),
    webMessages: [...(values.webMessages ?? [])],
    defaultWorkflows: [...(values.defaultWorkflows ?? [])],
    updatedAt,
    warnings: [...warnings],
  };
}

function windowsToGraphql(windows: readonly MaintenanceWindow[] = []) {
  return windows.map(({ message, ...window }) => ({ ...window, message: [...message] }));
}

function entryToGraphql({ id, changes, ...entry }: ConfigHistoryEntry) {
  return { _id: id, changes: [...changes], ...entry };
}
