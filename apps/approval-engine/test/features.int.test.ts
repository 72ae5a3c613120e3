import { useTestStore } from "@countersign/testing";
import { expect, it } from "vitest";

import { FEATURES } from "../src/all-features.ts";
import { bookmarksFeature } from "./bookmarks-feature.ts";
import { aCompany, countAll, recordsOf, stagesOf, submitNew } from "./engine-fixture.ts";
import { useBus, useReplica } from "./graphql-fixture.ts";

const ADD = "mutation ($refId: ID!, $tags: [String!]!) { addBookmark(refId: $refId, tags: $tags) { refId } }";
const MINE = "{ myBookmarks { refId tags decisions } }";
const DECIDE =
  "mutation ($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }";

const store = await useTestStore();
const { as, engine } = await useReplica(store, useBus(), { features: [...FEATURES, bookmarksFeature] });
const records = recordsOf(store);

/** A document with a bookmark, which waits for the approver. */
async function bookmarked() {
  const company = aCompany();
  const [submitter, approver] = [company.user(), company.user()];
  const { refId, tasks } = await submitNew(engine, submitter, stagesOf([approver]));
  await as(submitter).get(ADD, { refId, tags: ["rent", "may"] });
  return { submitter, approver, refId, taskId: tasks[0]!._id };
}

it("a feature is its value and one line: store, use case, schema, list and audit follow", async () => {
  const { submitter, refId } = await bookmarked();
  expect(await as(submitter).get(MINE)).toEqual({
    myBookmarks: [{ refId, tags: ["rent", "may"], decisions: 0 }],
  });
  const indexes = await store.db.collection("bookmarks").indexes();
  expect(indexes.map(({ name }) => name)).toContain("of_user");
  const [{ _id } = { _id: "" }] = await records.list<{ _id: string }>("bookmarks", {});
  expect(await records.audit(_id)).toMatchObject([{ entity: "bookmarks", action: "create" }]);
});

it("a feature's input is refused by its own rule, and writes nothing", async () => {
  const { submitter, refId } = await bookmarked();
  const before = await countAll(store);
  const { errors } = await as(submitter).ask(ADD, { refId, tags: ["a", "b", "c", "d"] });
  expect(errors).toMatchObject([{ message: "tags: 3 at most", extensions: { code: "BAD_USER_INPUT" } }]);
  expect(await countAll(store)).toBe(before);
});

it("a feature follows a decision", async () => {
  const { submitter, approver, taskId } = await bookmarked();
  await as(approver).get(DECIDE, { input: { taskId, status: "APPROVED" } });
  expect(await as(submitter).get(MINE)).toMatchObject({ myBookmarks: [{ decisions: 1 }] });
});

it("a feature that cannot follow a decision refuses it", async () => {
  const { submitter, approver, refId, taskId } = await bookmarked();
  const before = await records.events(refId);
  const input = { taskId, status: "APPROVED", remark: "follow fails" };
  const { errors } = await as(approver).ask(DECIDE, { input });
  expect(errors).toMatchObject([{ message: "The bookmark cannot follow" }]);
  expect(await as(submitter).get(MINE)).toMatchObject({ myBookmarks: [{ decisions: 0 }] });
  expect(await records.events(refId)).toEqual(before);
});
