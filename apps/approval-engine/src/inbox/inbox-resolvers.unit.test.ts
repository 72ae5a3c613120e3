import { buildSchema, execute, type GraphQLObjectType, parse } from "graphql";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { inboxResolvers } from "./inbox-resolvers.ts";

const schema = buildSchema(`
  type Query { page: WorkflowTaskPageResult }
  type WorkflowTaskPageResult { data: [Task] }
  type Task { _id: ID approvals: [Approval] }
  type Approval { approver: User }
  type User { name: String }`);
const pageType = schema.getType("WorkflowTaskPageResult") as GraphQLObjectType;
const { data: resolve } = inboxResolvers.WorkflowTaskPageResult ?? {};
Object.assign(pageType.getFields()["data"]!, { resolve });

const away = () => Promise.reject(new Error("the store is away"));

it("leaves no rejection unhandled where the approvals of no task can be read", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));
  const { data } = await execute({
    schema,
    document: parse("{ page { data { _id approvals { approver { name } } } } }"),
    rootValue: { page: { data: async () => [{ _id: "1" }, { _id: "2" }] } },
    contextValue: {
      caller: { companyId: "1" },
      readModels: { runs: { approvalsOfTasks: away } },
      loaders: { user: { load: away } },
    },
  });
  await nextTurn();
  await nextTurn();
  expect(data).toMatchObject({ page: { data: [{ _id: "1" }, { _id: "2" }] } });
  expect(unhandled).toEqual([]);
});
