import { DIRECTORY_TYPES, type DirectoryType, hexId } from "@countersign/contracts";
import { directoryChange, type DirectoryReader } from "@countersign/directory";
import { found, pageFields, parseInput } from "@countersign/owner-kit";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { assertPrivileged } from "../use-cases/assert-privileged.ts";
import type { ChangePeople } from "../use-cases/change-people.ts";

export interface PeopleRoutesOptions {
  people: DirectoryReader;
  changePeople: ChangePeople;
  newId: () => string;
}

/** Path of the resource of each type of record. */
export const PEOPLE_PATHS = {
  user: "/api/users",
  employee: "/api/employees",
  department: "/api/departments",
} as const satisfies Record<DirectoryType, string>;

/** Query of a list: in the order of the ids, 1 to 100 at a time. */
export const peopleQuery = z.strictObject(pageFields);

const recordParams = z.object({ id: hexId });
/** Body of a new record. A user's id is the `sub` of their tokens, so the caller may choose it. */
export const newRecord = (type: DirectoryType) => directoryChange[type].extend({ _id: hexId.optional() });

/** REST resources of people and departments, for privileged users. */
export async function peopleRoutes(app: FastifyInstance, options: PeopleRoutesOptions): Promise<void> {
  app.addHook("onRequest", async ({ principal }) => assertPrivileged(principal));
  for (const type of DIRECTORY_TYPES) addRoutesOf(app, type, options);
}

function addRoutesOf(
  app: FastifyInstance,
  type: DirectoryType,
  { people, changePeople, newId }: PeopleRoutesOptions,
): void {
  const url = PEOPLE_PATHS[type];
  app.route({
    method: "POST",
    url,
    handler: async ({ principal, body }, reply) => {
      const { _id = newId(), ...values } = parseInput(newRecord(type), body ?? {});
      const record = await changePeople.create(principal, type, _id, values);
      return reply.code(201).header("location", `${url}/${_id}`).send(record);
    },
  });
  app.route({
    method: "GET",
    url,
    handler: async ({ principal, query }) =>
      people.page(type, principal.companyId, parseInput(peopleQuery, query)),
  });
  app.route({
    method: "GET",
    url: `${url}/:id`,
    handler: async ({ principal, params }) => {
      const { id } = parseInput(recordParams, params);
      return found(type, await people.find(type, principal.companyId, id));
    },
  });
  app.route({
    method: "PATCH",
    url: `${url}/:id`,
    handler: async ({ principal, params, body }) => {
      const { id } = parseInput(recordParams, params);
      return changePeople.change(principal, type, id, parseInput(directoryChange[type], body ?? {}));
    },
  });
  app.route({
    method: "POST",
    url: `${url}/:id/deactivate`,
    handler: async ({ principal, params }) => {
      const { id } = parseInput(recordParams, params);
      return changePeople.change(principal, type, id, { active: false });
    },
  });
}
