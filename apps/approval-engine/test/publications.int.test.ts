import { documentKinds } from "@countersign/contracts";
import { DomainError } from "@countersign/domain/errors";
import { newId } from "@countersign/mongo";
import { expect, it } from "vitest";

import { aCompany } from "./engine-fixture.ts";
import { useTwoReplicas } from "./two-replicas.ts";

const { engine, replica, records } = await useTwoReplicas({
  kinds: documentKinds.parse("legal:Contract"),
});

const SUBMISSIONS = 200;
const PUBLICATIONS = 50;
/** Of each service at once. */
const HANDS = 4;

/** Repeats a request that the engine refuses as BUSY, which a slow store may cause. */
async function persistently<T>(act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof DomainError && error.code === "BUSY")) throw error;
    }
  }
}

it(
  "each of 200 documents submitted beside 50 publications runs on exactly one version [ROUTE-1]",
  { timeout: 120_000 },
  async () => {
    const company = aCompany();
    const [author, submitter] = [company.user(), company.user()];
    const approverIds = Array.from({ length: 3 }, () => company.user().userId);
    /** Versions have another number of stages, and all of them the version in their names. */
    const published = (version: number) => ({
      name: `Version ${version}`,
      stages: Array.from({ length: 1 + (version % 4) }, (_, place) => ({
        key: `stage${place + 1}`,
        name: `${place + 1} of version ${version}`,
        approverIds: approverIds.slice(place % 3),
      })),
    });
    const { workflowId } = await engine.publishWorkflow(author, published(1));
    const refIds = Array.from({ length: SUBMISSIONS }, () => newId());
    let latest = 1;
    const publishing = async () => {
      for (let version = 2; version <= PUBLICATIONS + 1; version += 1) {
        const publisher = version % 2 === 0 ? engine : replica;
        const input = { workflowId, ...published(version) };
        const seen = { expectedVersion: version - 1 };
        const answer = await persistently(() => publisher.publishWorkflow(author, input, seen));
        latest = answer.version;
      }
    };
    const seen = new Map<string, number>();
    const waiting = [...refIds.entries()];
    const submitting = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [index, refId] = next;
        const submission = { workflowId, refId, kind: "Leave", submitterId: submitter.userId } as const;
        seen.set(refId, latest);
        await persistently(() => (index % 2 === 0 ? engine : replica).submitDocument(submitter, submission));
      }
    };
    await Promise.all([publishing(), ...Array.from({ length: HANDS }, submitting)]);

    const versions = new Set<number>();
    for (const refId of refIds) {
      const tasks = await records.tasks(refId);
      const version = tasks[0]?.workflowVersion ?? 0;
      versions.add(version);
      expect(tasks.map(({ workflowVersion, stageName }) => ({ workflowVersion, stageName }))).toEqual(
        published(version).stages.map(({ name: stageName }) => ({ workflowVersion: version, stageName })),
      );
      // Never an older one than was published before it was submitted.
      expect(version).toBeGreaterThanOrEqual(seen.get(refId) ?? Infinity);
      for (const [place, { _id }] of tasks.entries()) {
        const asked = (await records.approvals(_id)).map(({ approverId }) => approverId);
        expect(asked.toSorted()).toEqual(approverIds.slice(place % 3).toSorted());
      }
    }
    expect(latest).toBe(PUBLICATIONS + 1);
    expect(versions.size).toBeGreaterThan(5);
  },
);

it(
  "each of 200 documents submitted beside 50 publications of a rule is asked by one list, in one version's stages [ONE-6]",
  { timeout: 120_000 },
  async () => {
    const company = aCompany();
    const admin = company.user({ privileged: true });
    const owner = company.user({ isService: true });
    const approverIds = [company.user().userId];
    type Terms = Partial<Parameters<typeof engine.saveRule>[1]>;
    const rule = (terms: Terms) => ({ kind: "Contract", currency: "EUR", stages: [], ...terms });
    /** Odd versions apply to a contract of 1,000, which even ones leave to the rule below. */
    const version = (number: number) =>
      rule({
        amountAbove: number % 2 === 1 ? "100" : "5000",
        stages: Array.from({ length: 1 + (number % 4) }, (_, place) => ({
          name: `${place + 1} of version ${number}`,
          approverIds,
        })),
      });
    const put = async (fields: ReturnType<typeof rule>, publisher = engine) => {
      const { id } = await persistently(() => publisher.saveRule(admin, fields));
      await persistently(() => publisher.publishRule(admin, { id }));
      return id;
    };
    const id = await put(version(1));
    await put(rule({ name: "Below", amountAbove: "10", stages: [{ name: "Below", approverIds }] }));
    let latest = 1;
    const publishing = async () => {
      for (let number = 2; number <= PUBLICATIONS + 1; number += 1) {
        await put({ id, ...version(number) }, number % 2 === 0 ? engine : replica);
        latest = number;
      }
    };
    const documents = Array.from({ length: SUBMISSIONS }, (_, index) => ({
      index,
      refId: newId(),
      from: 0,
      until: 0,
    }));
    const waiting = [...documents];
    const submitting = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { index, refId } = next;
        const submission = {
          refId,
          kind: "Contract",
          submitterId: owner.userId,
          document: { title: "Lease", amount: "1000", currency: "EUR" },
        };
        next.from = latest;
        await persistently(() => (index % 2 === 0 ? engine : replica).submitDocument(owner, submission));
        next.until = latest + 1;
      }
    };
    await Promise.all([publishing(), ...Array.from({ length: HANDS }, submitting)]);

    const askedWays = new Set<string>();
    for (const { refId, from, until } of documents) {
      const stages = (await records.tasks(refId)).map(({ stageName }) => stageName);
      const possible = Array.from({ length: until - from + 1 }, (_, step) => from + step).map((number) =>
        number % 2 === 1 ? version(number).stages.map(({ name }) => name) : ["Below"],
      );
      expect(possible).toContainEqual(stages);
      askedWays.add(stages.join());
    }
    expect(latest).toBe(PUBLICATIONS + 1);
    expect(askedWays.size).toBeGreaterThan(5);
  },
);
