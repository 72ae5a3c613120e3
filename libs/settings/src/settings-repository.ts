import {
  applyConfigChanges,
  assertConfigPatch,
  assertMinimums,
  type ConfigChange,
  configChangesOf,
  type ConfigPatch,
  nextUpdatedAtMs,
  withoutBlankVersions,
} from "@countersign/domain/settings";
import { type IndexPlan, type OpenScope, type Scope, sessionOption, toObjectId } from "@countersign/mongo";
import type { Db } from "mongodb";
import { type Config, configsOf, MOST_RECENT_FIRST, toConfig, toStored } from "./config-record.ts";

/** The result of a settings write. */
export interface ConfigWrite {
  /** Absent when the write created the record. */
  before?: Config;
  after: Config;
  /** The real changes; empty when the patch held only present values. */
  changes: readonly ConfigChange[];
}

export interface SettingsReader {
  find(companyId: string): Promise<Config | undefined>;
}

export interface SettingsRepository extends SettingsReader {
  /**
   * Changes the named fields of the company's record, creating it if absent. All settings writes of the store follow
   * each other, so that `updatedAt` orders them whatever the clocks say.
   *
   * @param context.newId id of the record if it is created
   * @throws DomainError `INVALID_INPUT` naming the field that breaks a bound, or puts a minimum above the current
   *   version
   */
  update(companyId: string, patch: ConfigPatch, context: { newId: string; now: Date }): Promise<ConfigWrite>;
}

/** Indexes of the collections that this package owns. */
export const SETTINGS_INDEXES: readonly IndexPlan[] = [
  {
    collection: "configs",
    indexes: [{ key: { updatedAt: -1, _id: -1 } }, { key: { companyId: 1 }, unique: true }],
  },
];

/** Every settings write changes this record first, so that of two at once one waits or is repeated. */
interface WriteCounter {
  _id: "configs";
  writes: number;
}

/** Creates the read side, in a transaction or outside of any. */
export function createSettingsReader(
  scope: Pick<OpenScope, "session"> & { db: Pick<Db, "collection"> },
): SettingsReader {
  const configs = configsOf(scope.db);
  return {
    find: async (companyId) => {
      const filter = { companyId: toObjectId(companyId, "companyId") };
      const document = await configs.findOne(filter, sessionOption(scope));
      return document === null ? undefined : toConfig(document);
    },
  };
}

/** Creates the write side of one transaction. */
export function createSettingsRepository(scope: Scope): SettingsRepository {
  const { db, session } = scope;
  const configs = configsOf(db);
  const reader = createSettingsReader(scope);

  async function followOtherWrites(): Promise<void> {
    await db
      .collection<WriteCounter>("config_writes")
      .updateOne({ _id: "configs" }, { $inc: { writes: 1 } }, { session, upsert: true });
  }

  async function greatestUpdatedAtMs(): Promise<number | undefined> {
    const greatest = await configs.findOne(
      {},
      { session, sort: MOST_RECENT_FIRST, projection: { updatedAt: 1 } },
    );
    return greatest?.updatedAt?.getTime();
  }

  async function save(config: Config, changes: readonly ConfigChange[]): Promise<void> {
    const set = changes.filter(({ to }) => to !== undefined);
    const unset = changes.filter(({ to }) => to === undefined);
    await configs.updateOne(
      { _id: toObjectId(config.id), companyId: toObjectId(config.companyId) },
      {
        $set: {
          ...Object.fromEntries(set.map(({ field, to }) => [field, toStored(to)])),
          updatedAt: config.updatedAt,
        },
        ...(unset.length > 0 && { $unset: Object.fromEntries(unset.map(({ field }) => [field, true])) }),
      },
      { session, upsert: true },
    );
  }

  return {
    ...reader,
    update: async (companyId, input, { newId, now }) => {
      const patch = withoutBlankVersions(input);
      assertConfigPatch(patch);
      await followOtherWrites();
      const before = await reader.find(companyId);
      const changes = configChangesOf(before?.values ?? {}, patch);
      const updatedAtMs = nextUpdatedAtMs(changes, {
        currentMs: before?.updatedAt.getTime(),
        greatestMs: await greatestUpdatedAtMs(),
        nowMs: now.getTime(),
      });
      const after: Config = {
        id: before?.id ?? newId,
        companyId,
        values: applyConfigChanges(before?.values ?? {}, changes),
        updatedAt: new Date(updatedAtMs),
      };
      assertMinimums(patch, after.values);
      await save(after, changes);
      return { ...(before && { before }), after, changes };
    },
  };
}
