import type { ConfigField, ConfigValues, VERSION_FIELDS } from "@countersign/domain/settings";
import { toHex, toObjectId } from "@countersign/mongo";
import { type Collection, type Db, ObjectId } from "mongodb";
import { z } from "zod";

const objectId = z.instanceof(ObjectId, { error: "must be an object id" });

/** A field that is null in the store is unset. */
const optional = <S extends z.ZodType>(schema: S) =>
  schema.nullish().transform((value) => value ?? undefined);

const texts = z.array(z.object({ language: z.string(), text: z.string() }));
/** A version of blanks alone is none (contract-3, FIX-6). */
const version = optional(z.string()).transform((text) => (text?.trim() === "" ? undefined : text));
const rolloutPercent = optional(z.number());
const maintenance = optional(z.array(z.object({ from: z.date(), until: z.date(), message: texts })));
const messages = optional(texts);

const versionShape = {
  iosVersion: version,
  iosForceUpdate: optional(z.boolean()),
  androidVersion: version,
  androidForceUpdate: optional(z.boolean()),
  iosMinimumVersion: version,
  iosRolloutPercent: rolloutPercent,
  iosMaintenance: maintenance,
  iosMessages: messages,
  androidMinimumVersion: version,
  androidRolloutPercent: rolloutPercent,
  androidMaintenance: maintenance,
  androidMessages: messages,
  webMinimumVersion: version,
  webRolloutPercent: rolloutPercent,
  webMaintenance: maintenance,
  webMessages: messages,
};

const versionRecord = z.object(versionShape);

/** `configs`: one record a company. Fields of others in it stay. */
const configRecord = z.object({
  _id: objectId,
  companyId: objectId,
  ...versionShape,
  approvalThresholdsEnabled: optional(z.boolean()),
  defaultWorkflows: optional(z.array(z.object({ transactionType: z.string(), workflowId: objectId }))),
  updatedAt: z.date().nullish(),
});

/** The stored record, before it is checked. */
export interface ConfigRecord {
  _id: ObjectId;
  companyId: ObjectId;
  updatedAt: Date;
  [field: string]: unknown;
}

export function configsOf(db: Pick<Db, "collection">): Collection<ConfigRecord> {
  return db.collection("configs");
}

/** The version gate publishes the first record in this order. */
export const MOST_RECENT_FIRST = { updatedAt: -1, _id: -1 } as const;

/** A company's one settings record. */
export interface Config {
  id: string;
  companyId: string;
  values: ConfigValues;
  /** Moves only with a version field, see `nextUpdatedAtMs`. */
  updatedAt: Date;
}

/** The values that the version gate publishes. */
export type VersionValues = Pick<ConfigValues, (typeof VERSION_FIELDS)[number]>;

/** @throws Error naming the record and its malformed field */
export function toConfig(document: ConfigRecord): Config {
  const { _id, companyId, updatedAt, defaultWorkflows, ...values } = parse(configRecord, document);
  const workflows = defaultWorkflows?.map(({ transactionType, workflowId }) => ({
    transactionType,
    workflowId: toHex(workflowId),
  }));
  return {
    id: toHex(_id),
    companyId: toHex(companyId),
    values: withoutUnset({ ...values, defaultWorkflows: workflows }),
    updatedAt: updatedAt ?? new Date(0),
  };
}

/** @throws Error naming the record and its malformed field */
export function toVersionValues(document: Pick<ConfigRecord, "_id">): VersionValues {
  return withoutUnset(parse(versionRecord, document));
}

/** The stored form of a field's value. */
export function toStored(value: ConfigValues[ConfigField]): unknown {
  if (typeof value !== "object") return value;
  return value.map((item) =>
    "workflowId" in item
      ? {
          transactionType: item.transactionType,
          workflowId: toObjectId(item.workflowId, "workflowId"),
        }
      : item,
  );
}

function parse<S extends z.ZodType>(schema: S, document: Pick<ConfigRecord, "_id">): z.output<S> {
  const parsedDocument = schema.safeParse(document);
  if (parsedDocument.success) return parsedDocument.data;
  const faults = parsedDocument.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
  throw new Error(`The record ${String(document._id)} of configs is not valid: ${faults.join("; ")}`);
}

type Unset<T> = { [Field in keyof T]: T[Field] | undefined };

function withoutUnset<T extends object>(values: Unset<Required<T>>): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}
