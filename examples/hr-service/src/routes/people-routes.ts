import { DIRECTORY_TYPES, type DirectoryType, hexId } from "@countersign/contracts";
import { directoryChange, type DirectoryReader } from "@countersign/directory";
import {
  answer,
  errors,
  requireDocument,
  pageFields,
  pageOf,
  recordParams,
  shownId,
  type ZodApp,
} from "@countersign/owner-kit";
import { z } from "zod";
import { assertPrivileged } from "../use-cases/assert-privileged.ts";
import type { ChangePeople } from "../use-cases/change-people.ts";

export interface PeopleRoutesOptions {
  people: DirectoryReader;
  changePeople: ChangePeople;
  newId: () => string;
}

/** Path of the resource of each type of record. */
const PEOPLE_PATHS = {
  user: "/api/users",
  employee: "/api/employees",
  department: "/api/departments",
  group: "/api/groups",
} as const satisfies Record<DirectoryType, string>;

/** Query of a list: in the order of the ids, 1 to 100 at a time. */
const peopleQuery = z.strictObject(pageFields);

/** Body of a new record. A user's id is the `sub` of their tokens, so the caller may choose it. */
const newRecord = (type: DirectoryType) => directoryChange[type].extend({ _id: hexId.optional() });

/** A record as callers see it. */
const shownRecord = (type: DirectoryType) =>
  z.object({
    _id: shownId,
    ...directoryChange[type].shape,
    active: z.boolean(),
    version: z.int().describe("Rises by one with each change; 0: older than versions."),
  });

const PEOPLE_SCHEMAS = Object.fromEntries(
  DIRECTORY_TYPES.map((type) => [type, { created: newRecord(type), shown: shownRecord(type) }]),
) as Record<DirectoryType, { created: ReturnType<typeof newRecord>; shown: ReturnType<typeof shownRecord> }>;

const nameOf = (type: DirectoryType): string => `${type.charAt(0).toUpperCase()}${type.slice(1)}`;

/** The schemas of every type, by their names in the description. */
export const peopleComponents: Record<string, z.ZodType> = Object.fromEntries(
  DIRECTORY_TYPES.flatMap((type) => [
    [`New${nameOf(type)}`, PEOPLE_SCHEMAS[type].created],
    [`Changed${nameOf(type)}`, directoryChange[type]],
    [nameOf(type), PEOPLE_SCHEMAS[type].shown],
  ]),
);

/** REST resources of people, departments and groups, for privileged users, and for auditors to read. */
export async function peopleRoutes(app: ZodApp, options: PeopleRoutesOptions): Promise<void> {
  app.addHook("onRequest", async ({ principal }) => {
    if (!principal.isAuditor) assertPrivileged(principal);
  });
  for (const type of DIRECTORY_TYPES) {
    addCollectionRoutes(app, type, options);
    addRecordRoutes(app, type, options);
  }
}

function addCollectionRoutes(
  app: ZodApp,
  type: DirectoryType,
  { people, changePeople, newId }: PeopleRoutesOptions,
): void {
  const url = PEOPLE_PATHS[type];
  const { created, shown } = PEOPLE_SCHEMAS[type];
  app.route({
    method: "POST",
    url,
    schema: {
      operationId: `create${nameOf(type)}`,
      summary: `Creates ${article(type)}, with version 1; for privileged users.`,
      body: created,
      response: { 201: answer(`The ${type}.`, shown), ...errors(400, 401, 403, 409) },
    },
    handler: async ({ principal, body }, reply) => {
      const { _id = newId(), ...values } = body;
      const record = await changePeople.create(principal, type, _id, values);
      return reply.code(201).header("location", `${url}/${_id}`).send(record);
    },
  });
  app.route({
    method: "GET",
    url,
    schema: {
      operationId: `list${nameOf(type)}s`,
      summary: `Lists the company's ${type}s in the order of their ids; for privileged users.`,
      querystring: peopleQuery,
      response: { 200: answer("A page.", pageOf(shown)), ...errors(400, 401, 403) },
    },
    handler: async ({ principal, query }) => people.page(type, principal.companyId, query),
  });
}

const article = (type: DirectoryType): string => (type === "employee" ? "an employee" : `a ${type}`);

function addRecordRoutes(
  app: ZodApp,
  type: DirectoryType,
  { people, changePeople }: PeopleRoutesOptions,
): void {
  const url = `${PEOPLE_PATHS[type]}/:id`;
  const response = { 200: answer(`The ${type}.`, PEOPLE_SCHEMAS[type].shown), ...errors(400, 401, 403, 404) };
  app.route({
    method: "GET",
    url,
    schema: {
      operationId: `read${nameOf(type)}`,
      summary: `Reads ${article(type)}; for privileged users.`,
      params: recordParams,
      response,
    },
    handler: async ({ principal, params: { id } }) =>
      requireDocument(type, await people.find(type, principal.companyId, id)),
  });
  app.route({
    method: "PATCH",
    url,
    schema: {
      operationId: `change${nameOf(type)}`,
      summary: `Changes the given fields of ${article(type)}, null removes one; for privileged users.`,
      params: recordParams,
      body: directoryChange[type],
      response,
    },
    handler: async ({ principal, params: { id }, body }) => changePeople.change(principal, type, id, body),
  });
  app.route({
    method: "POST",
    url: `${url}/deactivate`,
    schema: {
      operationId: `deactivate${nameOf(type)}`,
      summary: `Marks ${article(type)} as no longer active; for privileged users. May be repeated.`,
      params: recordParams,
      response,
    },
    handler: async ({ principal, params: { id } }) =>
      changePeople.change(principal, type, id, { active: false }),
  });
}
