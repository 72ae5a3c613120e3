import { type Principal, assertPerson } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import {
  type ConfigPatch,
  type ConfigWarning,
  configWarningsOf,
  rollbackPatchOf,
} from "@countersign/domain/settings";
import type { Audit, UnitOfWork } from "@countersign/mongo";
import { auditedSides, type Config, CONFIG_ENTITY, type SettingsRepository } from "@countersign/settings";
import type { ConfigHistory } from "../repositories/config-history.ts";

/** The repositories that a settings write uses in one transaction. */
export interface ConfigRepositories {
  settings: Pick<SettingsRepository, "update">;
  audit: Audit;
  history: Pick<ConfigHistory, "find">;
  /** @throws DomainError `FORBIDDEN` for somebody who has left the company (contract-3, FIX-2) */
  refuseLeaver: (user: Principal) => Promise<void>;
}

/** The caller of a use case, and the id of the request. */
export interface Caller {
  principal: Principal;
  requestId: string;
}

/** The record after a write, and what looks like a slip in it. */
export interface ChangedConfig {
  config: Config;
  warnings: readonly ConfigWarning[];
}

export interface ConfigChangesDeps {
  unitOfWork: UnitOfWork<ConfigRepositories>;
  newId: () => string;
  clock: () => Date;
  /** Called with each warning about an accepted write. */
  onWarning: (warning: ConfigWarning, about: { companyId: string; requestId: string }) => void;
}

/** The writes of a company's settings. Each is one transaction with its audit record; all need a privileged caller. */
export interface ConfigChanges {
  /**
   * Changes the named fields of the caller's company's one record, creating it if absent (contract, "version-gate").
   *
   * @throws DomainError `FORBIDDEN` for agents and unless privileged, `INVALID_INPUT` naming the field
   */
  update: (caller: Caller, patch: ConfigPatch) => Promise<ChangedConfig>;
  /**
   * Writes the values that the fields of an earlier change had before it, as a new change.
   *
   * @throws DomainError `FORBIDDEN` for agents and unless privileged, `NOT_FOUND` for an unknown change or another company's
   */
  rollBack: (caller: Caller, auditId: string) => Promise<ChangedConfig>;
}

/** @throws DomainError `FORBIDDEN` */
function assertPrivileged({ privileged }: Principal): void {
  if (!privileged) throw new DomainError("FORBIDDEN", "Only a privileged user may do this");
}

/** @throws DomainError `FORBIDDEN` unless privileged or an auditor (contract-3, AUD-1) */
export function assertReadsHistory(principal: Principal): void {
  if (!principal.isAuditor) assertPrivileged(principal);
}

/** Creates the settings' write side. */
export function createConfigChanges({
  unitOfWork,
  newId,
  clock,
  onWarning,
}: ConfigChangesDeps): ConfigChanges {
  async function change(
    { principal, requestId }: Caller,
    patchOf: (repositories: ConfigRepositories) => Promise<ConfigPatch>,
    about: { action: string; details?: { rolledBack: string } },
  ): Promise<ChangedConfig> {
    assertPerson(principal);
    assertPrivileged(principal);
    const { companyId, userId } = principal;
    const context = { newId: newId(), now: clock() };
    const work = async (repositories: ConfigRepositories) => {
      await repositories.refuseLeaver(principal);
      const patch = await patchOf(repositories);
      const write = await repositories.settings.update(companyId, patch, context);
      if (write.changes.length > 0) {
        await repositories.audit.record({
          companyId,
          actorId: userId,
          entity: CONFIG_ENTITY,
          entityId: write.after.id,
          at: context.now,
          requestId,
          ...auditedSides(write.changes),
          ...about,
        });
      }
      return write;
    };
    // Every write moves past all others, so that side by side they would conflict in any case.
    const { before, after } = await unitOfWork(work, { turn: "settings" });
    const warnings = configWarningsOf(before?.values ?? {}, after.values);
    for (const warning of warnings) onWarning(warning, { companyId, requestId });
    return { config: after, warnings };
  }

  return {
    update: (caller, patch) => change(caller, async () => patch, { action: "update" }),
    rollBack: (caller, auditId) =>
      change(
        caller,
        async ({ history }) => {
          const entry = await history.find(caller.principal.companyId, auditId);
          if (entry === undefined)
            throw new DomainError("NOT_FOUND", "Change not found", { field: "auditId" });
          return rollbackPatchOf(entry.changes);
        },
        { action: "rollback", details: { rolledBack: auditId.toLowerCase() } },
      ),
  };
}
