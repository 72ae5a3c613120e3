import type { ConfigChange, ConfigPatch, ConfigValues } from "@countersign/domain/settings";
import type { OpenScope, Scope } from "@countersign/mongo";

/** A company's one settings record. */
export interface Config {
  id: string;
  companyId: string;
  values: ConfigValues;
  /** Moves only with a version field, see `nextUpdatedAtMs`. */
  updatedAt: Date;
}

/** What a settings write did. */
export interface ConfigWrite {
  /** Absent when the write created the record. */
  before?: Config;
  after: Config;
  /** What really changed; empty when the patch named only values that were there already. */
  changes: readonly ConfigChange[];
}

export interface SettingsReader {
  /**
   * The most recent record of the whole store: the greatest `updatedAt`, then `_id` (version-gate, "Settings record").
   *
   * @param companyId pins one company's record
   */
  mostRecent(companyId?: string): Promise<Config | undefined>;
  find(companyId: string): Promise<Config | undefined>;
}

export interface SettingsRepository extends SettingsReader {
  /**
   * Changes the named fields of the company's record, creating it if absent. All settings writes of the store follow
   * each other, so that `updatedAt` orders them.
   *
   * @param newId id of the record if it is created
   * @throws DomainError `INVALID_INPUT` naming the field that breaks a bound
   */
  update(companyId: string, patch: ConfigPatch, context: { newId: string; now: Date }): Promise<ConfigWrite>;
}

export declare function createSettingsReader(scope: OpenScope): SettingsReader;
export declare function createSettingsRepository(scope: Scope): SettingsRepository;
