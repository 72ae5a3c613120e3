import { type ApprovalDocument, documentKinds } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { array, assert, asyncProperty, constantFrom, record } from "fast-check";
import { describe, expect, it } from "vitest";

import { aCompany, engineOn, stagesOf } from "../../test/engine-fixture.ts";
import { anOrder, orderFixture } from "../../test/order-fixture.ts";
import { addStaff } from "../../test/service-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
const kinds = documentKinds.parse("legal:Contract");
const engine = await engineOn(store, { kinds });
const { aCompanyWithWorkflow } = orderFixture(store, engine);

const RISK = { key: "risk", type: "TEXT" as const };
const DAY_MS = 86_400_000;

/** A company whose contracts are asked about by rules, with a manager above who submits them. */
async function aScene() {
  const company = aCompany();
  const { companyId } = company;
  const staff = await addStaff(store, companyId, newId);
  const submitter = company.user({ userId: staff.employee });
  const owner: Caller = { ...submitter, isService: true };
  const admin = company.user({ privileged: true });
  const [ann, bob, cid] = [company.user(), company.user(), company.user()];
  const { _id: group } = await engine.groups.create(admin, {
    name: "Directors",
    memberIds: [ann.userId, bob.userId, cid.userId],
  });
  const save = (fields: object) =>
    engine.saveRule(admin, { kind: "Contract", stages: [stage("Head", ann)], ...fields });
  const put = async (fields: object) => engine.publishRule(admin, { id: (await save(fields)).id });
  const submit = async (document?: ApprovalDocument, fields: object = {}) => {
    const refId = newId();
    const { userId: submitterId } = submitter;
    await engine.submitDocument(owner, { refId, kind: "Contract", submitterId, document, ...fields });
    return refId;
  };
  const replay = (change: object = {}, caller = admin) =>
    engine.replayRules(caller, { kind: "Contract", ...change });
  /** The people whom a document was asked of, stage by stage. */
  const askedOf = async (refId: string) => askedIn((await engine.runRoute(admin, refId))?.stages ?? []);
  return {
    company,
    companyId,
    staff,
    submitter,
    owner,
    admin,
    ann,
    bob,
    cid,
    group,
    save,
    put,
    submit,
    replay,
    askedOf,
  };
}

/** How many records there are that commands on rules and documents write. What follows from runs may come later. */
const writtenCounts = () =>
  Promise.all(
    ["approval_rule_lists", "approval_rule_drafts", "workflow_versions", "workflow_runs", "configs"].map(
      (name) => store.db.collection(name).countDocuments(),
    ),
  );

const stage = (name: string, ...approvers: Caller[]) => ({
  name,
  approverIds: approvers.map(({ userId }) => userId),
});

const askedIn = (
  stages: readonly { included: boolean; name: string; seats: readonly { userId: string }[] }[],
): string[] =>
  stages
    .filter(({ included }) => included)
    .map(({ name, seats }) => [name, ...seats.map(({ userId }) => userId).toSorted()].join(" "));

function contract(amount?: string, risk?: string, currency = "EUR"): ApprovalDocument {
  return {
    title: `Contract of ${amount ?? "nothing"}`,
    ...(amount !== undefined && { amount, currency }),
    ...(risk !== undefined && { facts: [{ key: "risk", label: "Risk", type: "TEXT", value: risk }] }),
  };
}

/** Rules and documents in which everything occurs that replay reads. */
const aRule = record({
  amountAbove: constantFrom(undefined, "0", "100", "1000"),
  currency: constantFrom(undefined, "EUR", "USD"),
  when: constantFrom(undefined, 'document.facts.risk == "high"', "document.amount > 500.0"),
  who: constantFrom("one", "two", "group", "manager", "head", "conditional"),
});
const aDocument = record({
  amount: constantFrom("5", "150", "700", "2500"),
  risk: constantFrom("low", "high"),
  currency: constantFrom("EUR", "USD", "SEK"),
});

describe("replayRules", () => {
  it("says of submissions under the rules as they are whom they asked, and of a change whom it would ask [HIST-1]", async () => {
    let compared = 0;
    await assert(
      asyncProperty(
        array(aRule, { minLength: 1, maxLength: 3 }),
        array(aDocument, { minLength: 2, maxLength: 4 }),
        aRule,
        async (rules, documents, drafted) => {
          const { ann, bob, group, put, submit, replay, askedOf, save, admin } = await aScene();
          const stagesBy = (who: string) =>
            ({
              one: [stage("One", ann)],
              two: [stage("One", ann), stage("Two", bob)],
              group: [
                {
                  name: "Directors",
                  approvers: [{ source: { groupId: group } }],
                  approveBy: "COUNT",
                  quorum: 2,
                },
              ],
              manager: [{ name: "Manager", approvers: [{ source: { submitterManager: { levels: 1 } } }] }],
              head: [{ name: "Head", approvers: [{ source: { departmentHead: { of: "SUBMITTER" } } }] }],
              conditional: [
                stage("Always", bob),
                { ...stage("Risky", ann), when: 'document.facts.risk == "high"' },
              ],
            })[who] ?? [];
          const inputOf = ({ who, ...terms }: typeof drafted) => ({
            ...terms,
            facts: [RISK],
            stages: stagesBy(who),
          });
          for (const rule of rules) await put(inputOf(rule));
          await put({ facts: [RISK], stages: [stage("Otherwise", bob)] });
          const submitAll = () =>
            Promise.all(
              documents.map(({ amount, risk, currency }) => submit(contract(amount, risk, currency))),
            );
          const refIds = await submitAll();
          const same = await replay();
          expect(same).toMatchObject({
            documents: refIds.length,
            same: refIds.length,
            changed: 0,
            unknown: 0,
          });

          const draft = { kind: "Contract", order: 1, ...inputOf(drafted) };
          const changedReplay = await replay({ draft });
          const { id } = await save(draft);
          await engine.publishRule(admin, { id });
          const again = await submitAll();
          for (const [place, refId] of refIds.entries()) {
            const example = changedReplay.examples.find((one) => one.refId === refId);
            const [before, after] = [await askedOf(refId), await askedOf(again[place] ?? "")];
            const [askedBefore, askedAfter] = [before, after].map((stages) =>
              stages.map((text) => text.split(" ").slice(1).join(" ")),
            );
            if (example === undefined) expect(askedAfter).toEqual(askedBefore);
            else {
              expect(askedIn(example.before)).toEqual(before);
              expect(askedIn(example.after)).toEqual(after);
            }
            compared += 1;
          }
        },
      ),
      { numRuns: 4 },
    );
    expect(compared).toBeGreaterThan(7);
  });

  it("says of orders what evaluations would have asked, by the terms of their records then [HIST-1]", async () => {
    const { add, admin, submitter, one, two, threshold, workflowOf } = await aCompanyWithWorkflow();
    const large = await workflowOf("Directors", [two]);
    const small = await threshold({ amountThreshold: 100 });
    await threshold({ amountThreshold: 10_000, workflowId: large });
    const orders = [
      anOrder({ totalAmount: 50 }),
      anOrder({ totalAmount: 500 }),
      anOrder({ totalAmount: 50_000 }),
    ];
    for (const order of orders) {
      await add(order);
      await engine.orderCreated(submitter, order);
    }
    const ask = (change: object) => engine.replayRules(admin, { kind: "SalesOrder", ...change });
    expect(await ask({})).toMatchObject({ documents: 2, same: 2, onlySubmitted: true });
    const list = await engine.listRules(admin, "SalesOrder");
    const order = list
      .map(({ id }) => id)
      .toSorted((left, right) => (left === small._id ? -1 : right === small._id ? 1 : 0));
    const moved = await ask({ order });
    expect(moved).toMatchObject({ documents: 2, changed: 1, same: 1 });
    expect(moved.examples).toMatchObject([{ refId: orders[2]?._id }]);
    expect(moved.peopleAdded).toEqual([]);
    expect(moved.shadowedBy).toEqual([{ ruleId: list[0]?.id, byRuleId: small._id }]);
    expect(moved.neverApplies).toEqual([list[0]?.id]);
    const removed = await ask({ remove: small._id });
    expect(removed).toMatchObject({ documents: 2, changed: 1, peopleDropped: [one.userId] });
    expect(removed.examples[0]?.after).toEqual([]);
  });

  it("takes the terms of an order that its owner keeps elsewhere from its document, and guesses no discount [HIST-1]", async () => {
    const { admin, submitter, threshold } = await aCompanyWithWorkflow();
    const { _id: limit } = await threshold({ amountThreshold: 100 });
    const order = anOrder({ totalAmount: 500 });
    const document: ApprovalDocument = { title: "Chairs", amount: "500", currency: "EUR" };
    await engine.orderCreated(submitter, { ...order, document });
    const ask = (change: object) => engine.replayRules(admin, { kind: "SalesOrder", ...change });
    expect(await ask({})).toMatchObject({ documents: 1, same: 1 });
    expect(await ask({ remove: limit })).toMatchObject({ documents: 1, changed: 1 });
    await threshold({ amountThreshold: null, discountPercentageThreshold: 10 });
    expect(await ask({})).toMatchObject({ documents: 1, same: 0, unknown: 1 });
  });

  it("guesses nothing: a document that lacks what decides its way is unknown [HIST-1]", async () => {
    const { put, submit, replay, ann, bob } = await aScene();
    await put({ stages: [stage("One", ann)] });
    await submit(contract(undefined, "low"));
    await submit(contract("500"));
    await submit(contract("500", "low"));
    const byAmount = { kind: "Contract", order: 1, amountAbove: "100", stages: [stage("Two", bob)] };
    expect(await replay({ draft: byAmount })).toMatchObject({ documents: 3, unknown: 1, changed: 2 });
    const when = 'document.facts.risk == "high"';
    const byFact = { kind: "Contract", order: 1, when, facts: [RISK], stages: [stage("Two", bob)] };
    expect(await replay({ draft: byFact })).toMatchObject({ unknown: 1, same: 2, changed: 0 });
    const inCurrency = { ...byAmount, currency: "USD" };
    expect(await replay({ draft: inCurrency })).toMatchObject({ unknown: 1, same: 2, changed: 0 });
  });

  it("replays documents as they were submitted, and only those whose way a rule chose [HIST-1]", async () => {
    const { put, submit, replay, owner, submitter, ann, bob, admin } = await aScene();
    const rule = await put({ stages: [stage("One", ann)] });
    const amended = await submit(contract("500"));
    await engine.amendDocument(owner, { refId: amended, document: contract("5") }).catch(() => undefined);
    await submit(contract("500"), { workflowId: rule.workflowId });
    await submit(contract("500"), { dynamicStages: stagesOf([ann]) });
    await engine.submitDocument(submitter, {
      refId: newId(),
      kind: "Contract",
      submitterId: submitter.userId,
      document: contract("500"),
    });
    const draft = { kind: "Contract", order: 1, amountAbove: "100", stages: [stage("Two", bob)] };
    const replayed = await replay({ draft });
    expect(replayed).toMatchObject({ documents: 1, changed: 1, more: false, onlySubmitted: true });
    expect(replayed.examples[0]).toMatchObject({ refId: amended, title: "Contract of 500", amount: "500" });
    expect([replayed.peopleAdded, replayed.peopleDropped]).toEqual([[bob.userId], [ann.userId]]);
    expect(await engine.listRules(admin, "Contract")).toHaveLength(1);
  });

  it("counts the days, writes nothing, and names what a new rule would never let be asked [HIST-1] [HIST-2]", async () => {
    const { companyId, put, submit, replay, ann } = await aScene();
    const rule = await put({ stages: [stage("One", ann)] });
    const [recent, old] = [await submit(contract("5")), await submit(contract("5"))];
    const aged = { companyId: toObjectId(companyId), refId: toObjectId(old) };
    const submittedAt = new Date(Date.now() - 10 * DAY_MS);
    await store.db.collection("workflow_runs").updateOne(aged, { $set: { submittedAt } });
    expect(recent).not.toBe(old);
    const before = await writtenCounts();
    expect(await replay({ days: 9 })).toMatchObject({ documents: 1 });
    expect(await replay({ days: 11 })).toMatchObject({ documents: 2 });
    const draft = { kind: "Contract", order: 1, stages: [stage("One", ann)] };
    const first = await replay({ draft });
    expect(first.shadowedBy).toEqual([{ ruleId: rule.id, byRuleId: null }]);
    expect(first.neverApplies).toEqual([rule.id]);
    const last = await replay({ draft: { ...draft, order: undefined } });
    expect(last.shadowedBy).toEqual([{ ruleId: null, byRuleId: rule.id }]);
    expect(await writtenCounts()).toEqual(before);
    expect(first.seen).toBe(last.seen);
    await put({ amountAbove: "5" });
    expect((await replay({ draft })).seen).not.toBe(first.seen);
  });

  it("is for privileged users and auditors, one at a time for a company [HIST-1]", async () => {
    const { company, ann, replay, put, submit } = await aScene();
    await put({});
    await submit(contract("5"));
    await expect(replay({}, ann)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await replay({}, company.user({ isAuditor: true }))).toMatchObject({ documents: 1 });
    const answers = await Promise.allSettled([replay(), replay()]);
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(answers[1]).toMatchObject({ reason: { code: "TOO_MANY_REQUESTS" } });
    expect(await replay()).toMatchObject({ documents: 1 });
    const elsewhere = aCompany().user({ privileged: true });
    expect(await replay({}, elsewhere)).toMatchObject({ documents: 0 });
  });

  it.each<[string, object, object]>([
    ["no days", { days: 0 }, { code: "INVALID_INPUT", field: "days" }],
    ["91 days", { days: 91 }, { code: "INVALID_INPUT", field: "days" }],
    ["a change of a kind of HR", { kind: "Leave", order: [] }, { code: "INVALID_INPUT", field: "kind" }],
    ["a kind of nobody", { kind: "Poem" }, { code: "INVALID_INPUT", field: "kind" }],
    ["a rule that is not there", { remove: newId() }, { code: "NOT_FOUND", field: "remove" }],
    ["an order of others", { order: [newId()] }, { code: "NOT_FOUND", field: "order" }],
    ["an order that leaves one out", { order: [] }, { code: "INVALID_INPUT", field: "order" }],
    ["no stages", { draft: { stages: [] } }, { code: "INVALID_INPUT", field: "draft.stages" }],
    [
      "a stage without anybody",
      { draft: { stages: [{ name: "Nobody", approverIds: [] }] } },
      { code: "STAGE_HAS_NO_APPROVERS", field: "draft.stages.0.approverIds" },
    ],
    [
      "a fact that is not declared",
      { draft: { when: 'document.facts.risk == "high"' } },
      { code: "INVALID_INPUT", field: "draft.when" },
    ],
    [
      "a fact of another type than its condition reads",
      { draft: { when: 'document.facts.risk == "high"', facts: [{ key: "risk", type: "NUMBER" }] } },
      { code: "INVALID_INPUT", field: "draft.when" },
    ],
    [
      "a draft of another kind",
      { draft: { kind: "SalesOrder" } },
      { code: "INVALID_INPUT", field: "draft.kind" },
    ],
    [
      "a draft of a rule that is not there",
      { draft: { id: newId() } },
      { code: "NOT_FOUND", field: "draft.id" },
    ],
  ])("refuses %s [HIST-1]", async (_, { draft, ...change }: { draft?: object }, fault) => {
    const { put, replay, ann } = await aScene();
    await put({});
    const whole = draft && { kind: "Contract", stages: [stage("One", ann)], ...draft };
    await expect(replay({ ...change, ...(whole && { draft: whole }) })).rejects.toMatchObject(fault);
  });
});
