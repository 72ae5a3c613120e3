import { BUILT_IN_KINDS } from "@countersign/contracts";
import { commandsOf, useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { committedWrites } from "../../test/committed-writes.ts";
import { aCompany } from "../../test/engine-fixture.ts";
import { type GraphqlAnswer, useBus, useReplica } from "../../test/graphql-fixture.ts";
import { type Operation, argumentsOf, callOf, operationsOf, soundValue } from "../../test/operations.ts";
import { createSchema } from "./schema.ts";

const store = await useTestStore({ monitored: true });
const { as } = await useReplica(store, useBus());
const company = aCompany();
const client = as(company.user({ privileged: true, name: "Ada" }));
const OPERATIONS = operationsOf(createSchema(BUILT_IN_KINDS)).filter(({ field }) => field.args.length > 0);
const ID = company.user().userId;

interface Leaf {
  path: string;
  isOptional: boolean;
}

/** The leaves of an operation's arguments, as the SDL has them. */
function leavesOf(operation: Operation): Leaf[] {
  const leaves: Leaf[] = [];
  argumentsOf(operation, (_type, path, required) => {
    leaves.push({ path: path.join("."), isOptional: !required });
    return undefined;
  });
  return leaves;
}

/** Sound arguments, but with `put` at a path; `undefined` leaves it out. */
const withAt = (operation: Operation, at: string, put: unknown) =>
  argumentsOf(operation, (type, path) => {
    if (path.join(".") === at) return put;
    return String(type) === "ID" ? ID : soundValue(type, path);
  });

/** How a call ends: done, or each refusal with its code and field. A refusal writes nothing. */
async function tried(operation: Operation, variables: Record<string, unknown>) {
  const { query } = callOf(
    operation,
    Object.fromEntries(operation.field.args.map(({ name }) => [name, null])),
    0,
  );
  let answer: GraphqlAnswer | undefined;
  const commands = await commandsOf(store, async () => {
    answer = await client.ask(query, variables);
  });
  const { status = 0, errors = [] } = answer ?? {};
  expect(status, JSON.stringify(errors)).toBeGreaterThan(0);
  expect(status, JSON.stringify(errors)).toBeLessThan(500);
  for (const { message, extensions } of errors) {
    expect(extensions["code"], message).not.toBe("INTERNAL_SERVER_ERROR");
  }
  if (errors.length > 0) expect(committedWrites(commands)).toEqual([]);
  return errors.map(({ message, extensions }) => ({
    message,
    reason: extensions["reason"],
    field: extensions["field"],
  }));
}

/** Null in an update removes the value (specification, "Mutations"). */
const unsets = ({ name }: Operation) => name.startsWith("update");

describe.each(OPERATIONS)("$kind $name", (operation) => {
  const leaves = leavesOf(operation);

  it("takes null for an optional field as no field, and refuses a required one by its name [FIX-4]", async () => {
    expect(leaves.length).toBeGreaterThan(0);
    for (const { path, isOptional } of leaves) {
      const nulled = await tried(operation, withAt(operation, path, null));
      const name = path.split(".").at(-1) ?? "";
      if (!isOptional) {
        expect(
          nulled.some(({ message }) => message.includes(name)),
          `${path}: ${JSON.stringify(nulled)}`,
        ).toBe(true);
      } else if (!unsets(operation)) {
        expect(nulled, path).toEqual(await tried(operation, withAt(operation, path, undefined)));
      }
    }
  });

  it("takes an empty or blank text, or refuses it by a field's name [FIX-4]", async () => {
    const names = leaves.flatMap(({ path }) => path.split("."));
    for (const { path } of leaves) {
      for (const text of ["", " \u00A0"]) {
        const refusals = await tried(operation, withAt(operation, path, text));
        for (const { message, reason, field } of refusals) {
          if (reason !== undefined && reason !== "INVALID_INPUT") continue;
          const said = `${message} (${String(field)})`;
          expect(
            names.some((name) => said.includes(name)),
            `${path}: ${said}`,
          ).toBe(true);
        }
      }
    }
  });
});
