import { DomainError } from "@countersign/domain/errors";
import { newId } from "@countersign/mongo";
import { expect, it } from "vitest";

import { aCompany } from "./engine-fixture.ts";
import { useTwoReplicas } from "./two-replicas.ts";

const { engine, replica, records } = await useTwoReplicas();

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
        const answer = await persistently(() => publisher.publishWorkflow(author, input, version - 1));
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
