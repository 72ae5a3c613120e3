import { BUILT_IN_KINDS } from "@countersign/contracts";
import { newId } from "@countersign/mongo";
import { commandsOf, useTestStore } from "@countersign/testing";
import { assert, asyncProperty } from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";

import { aCompany, stagesOf, submitted } from "../../test/engine-fixture.ts";
import { type GraphqlAnswer, useBus, useReplica } from "../../test/graphql-fixture.ts";
import { argumentArbitrary, fieldNamesOf } from "../../test/input-arbitraries.ts";
import { callOf, operationsOf } from "../../test/operations.ts";
import { createSchema } from "./schema.ts";

/** Inputs over the whole schema; `npm run fuzz` sends 100,000. */
const INPUTS = Number(process.env["FUZZ_INPUTS"] ?? 800);

const store = await useTestStore();
const { as, engine } = await useReplica(store, useBus());
const OPERATIONS = operationsOf(createSchema(BUILT_IN_KINDS)).filter(({ field }) => field.args.length > 0);
const INPUTS_EACH = Math.ceil(INPUTS / OPERATIONS.length);

const company = aCompany();
const caller = company.user({ privileged: true });
const client = as(caller);
const ids = [newId(), caller.userId];

beforeAll(async () => {
  const { _id: workflowId } = await engine.workflows.create(caller, { name: "Fuzz" });
  const approverIds = [caller.userId, company.user().userId];
  const stage = await engine.stages.create(caller, { workflowId, name: "One", order: 1, approverIds });
  const { refId, tasks } = await submitted(engine, company.user(), stagesOf([caller], [caller]));
  const { findWorkflowApproval } = await client.get<{ findWorkflowApproval: { _id: string }[] }>(
    `{ findWorkflowApproval(input: { taskId: "${tasks[0]?._id}" }) { _id } }`,
  );
  const rows = findWorkflowApproval.map(({ _id }) => _id);
  ids.push(workflowId, stage._id, refId, ...tasks.map(({ _id }) => _id), ...rows);
});

describe("hostile input", () => {
  it.each(OPERATIONS)("to $kind $name is refused by name, and nothing is written", async (operation) => {
    const names = fieldNamesOf(operation);
    await assert(
      asyncProperty(argumentArbitrary(operation, ids), async (variables) => {
        const { query } = callOf(
          operation,
          Object.fromEntries(operation.field.args.map(({ name }) => [name, null])),
          // The inputs are hostile here, not the query: full pages of everything cost too much.
          2,
        );
        let answer: GraphqlAnswer | undefined;
        const commands = await commandsOf(store, async () => {
          answer = await client.ask(query, variables);
        });
        expect([200, 400]).toContain(answer?.status);
        const errors = answer?.errors ?? [];
        if (errors.length > 0) expect(commands).not.toContain("commitTransaction");
        for (const { message, extensions } of errors) {
          expect(extensions["code"]).not.toBe("INTERNAL_SERVER_ERROR");
          const { reason, field } = extensions;
          if (reason !== undefined && reason !== "INVALID_INPUT") continue;
          const refusal = `${message} (${String(field)})`;
          expect(
            names.filter((name) => refusal.includes(name)),
            refusal,
          ).not.toEqual([]);
        }
      }),
      { numRuns: INPUTS_EACH },
    );
  });
});
