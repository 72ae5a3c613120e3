import { BUILT_IN_KINDS } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { commandsOf, useTestStore } from "@countersign/testing";
import { faultText } from "@countersign/texts";
import { assert, asyncProperty } from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";

import { committedWrites } from "../../test/committed-writes.ts";
import { aCompany, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { type GraphqlAnswer, useBus, useReplica } from "../../test/graphql-fixture.ts";
import { type KnownIds, argumentArbitrary, fieldNamesOf } from "../../test/input-arbitraries.ts";
import { callOf, operationsOf } from "../../test/operations.ts";
import type { Caller } from "../engine.ts";
import { createSchema } from "./schema.ts";

/** Number of inputs over the whole schema. */
const INPUTS = Number(process.env["FUZZ_INPUTS"] ?? 800);

const store = await useTestStore({ monitored: true });
const { as, engine } = await useReplica(store, useBus());
const OPERATIONS = operationsOf(createSchema(BUILT_IN_KINDS)).filter(({ field }) => field.args.length > 0);
const INPUTS_EACH = Math.ceil(INPUTS / OPERATIONS.length);

const company = aCompany();
const [caller, ...others] = [
  company.user({ privileged: true, name: "Ada" }),
  company.user({ name: "Ben" }),
  company.user({ name: "Cy" }),
];
const client = as(caller);
const ids = [newId()];

/** Puts somebody into the directory. */
async function listed({ userId, companyId, name }: Caller): Promise<string> {
  const own = { _id: toObjectId(userId), companyId: toObjectId(companyId), name };
  await store.db.collection("users").insertOne(own);
  return userId;
}

/** Runs and a substitution, so that no operation finds them used up by another one. */
async function openWork(): Promise<KnownIds> {
  const asked = stagesOf({ approvers: [caller, ...others], approveBy: "ALL" }, [caller]);
  const runs = await Promise.all([1, 2, 3, 4].map(async () => submitNew(engine, company.user(), asked)));
  const firsts = runs.map(({ tasks }) => tasks[0]?._id ?? "");
  // Somebody's verdict can be withdrawn.
  await engine.decideApproval(caller, { taskId: firsts[1] ?? "", status: "APPROVED" });
  const free = await listed(company.user({ name: "Di" }));
  const day = String(Temporal.Now.plainDateISO("UTC"));
  const substitution = await engine.createSubstitution(caller, {
    principalId: company.user().userId,
    substituteId: free,
    fromDate: day,
    untilDate: day,
    timeZone: "UTC",
    reason: "on leave",
  });
  const { findWorkflowApproval } = await client.get<{ findWorkflowApproval: { _id: string }[] }>(
    `{ findWorkflowApproval(input: { taskId: "${firsts[0]}" }) { _id } }`,
  );
  const refIds = runs.map(({ refId }) => refId);
  const rows = findWorkflowApproval.map(({ _id }) => _id);
  const people = [caller, ...others].map(({ userId }) => userId);
  return {
    all: [...ids, ...people, refIds[0] ?? "", firsts[0] ?? "", substitution._id, ...rows],
    of: {
      taskId: firsts,
      refId: refIds,
      userId: [...people, free],
      toUserId: [...people, free],
      fromUserId: people,
      principalId: people,
      substituteId: [...people, free],
      workflowId: ids,
    },
  };
}

beforeAll(async () => {
  for (const person of [caller, ...others]) await listed(person);
  await engine.updateApprovalSettings(caller, { agentsMayDecide: true });
  const { _id: workflowId } = await engine.workflows.create(caller, { name: "Fuzz" });
  const approverIds = [caller.userId, company.user().userId];
  const stage = await engine.stages.create(caller, { workflowId, name: "One", order: 1, approverIds });
  ids.push(workflowId, stage._id);
});

describe("hostile input", () => {
  const outcomes = { done: 0, refused: 0 };
  it.each(OPERATIONS)(
    "to $kind $name is refused by name, in words of every language, and nothing is written [CON-12]",
    async (operation) => {
      const names = fieldNamesOf(operation);
      await assert(
        asyncProperty(argumentArbitrary(operation, await openWork()), async (variables) => {
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
          outcomes[errors.length > 0 ? "refused" : "done"] += 1;
          if (errors.length > 0) expect(committedWrites(commands)).toEqual([]);
          for (const { message, extensions } of errors) {
            expect(extensions["code"]).not.toBe("INTERNAL_SERVER_ERROR");
            const { reason, field, textCode, params } = extensions;
            if (textCode === "input.invalid") {
              const { fault } = params as { fault: string };
              expect(faultText(fault), `no text for “${fault}”`).toBeDefined();
            }
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
    },
  );

  it("is made of inputs that are taken and inputs that are refused", () => {
    expect(Math.min(outcomes.done, outcomes.refused), JSON.stringify(outcomes)).toBeGreaterThan(
      OPERATIONS.length,
    );
  });
});
