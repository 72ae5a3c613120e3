import type { Grant } from "@countersign/domain/approval";
import { toObjectId } from "@countersign/mongo";
import { commandsOf, useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { daysFrom } from "../../test/days-from.ts";
import { aCompany, engineOn } from "../../test/engine-fixture.ts";
import type { Caller } from "../engine.ts";
import { grantsOf, openSubstitutionsAmong } from "./index.ts";

const store = await useTestStore({ monitored: true });
const engine = await engineOn(store);
const HOUR_MS = 3_600_000;

const made = (principal: Caller, { userId: substituteId }: Caller, fields: object = {}) =>
  engine.createSubstitution(principal, { substituteId, ...daysFrom(0), ...fields });
const principalsOf = (grants: readonly Grant[]) => grants.map(({ principalId }) => principalId);
const representedBy = async (caller: Caller, now = new Date()) =>
  principalsOf(await grantsOf(store, caller, now));

const idsAmong = async (...args: Parameters<typeof openSubstitutionsAmong>) =>
  (await openSubstitutionsAmong(...args)).map(({ id }) => id);

/** Ann is represented by Bob, he by Cid, he by Dee. */
async function aChain() {
  const company = aCompany();
  const [ann, bob, cid, dee] = [company.user(), company.user(), company.user(), company.user()];
  const [annBob, bobCid, cidDee] = [await made(ann, bob), await made(bob, cid), await made(cid, dee)];
  const admin = company.user({ privileged: true });
  const setDepth = (substitutionDepth: number) => engine.updateApprovalSettings(admin, { substitutionDepth });
  return { company, people: { ann, bob, cid, dee }, links: { annBob, bobCid, cidDee }, setDepth };
}

describe("the people a user may represent", () => {
  it("takes one command to find where nobody made the user a substitute [PPL-1]", async () => {
    const { people } = await aChain();
    const commands = await commandsOf(store, async () => {
      expect(await representedBy(people.ann)).toEqual([]);
    });
    expect(commands).toEqual(["find"]);
  });

  it("follows the setting substitutionDepth, in at most five commands [PPL-2]", async () => {
    const { people, setDepth } = await aChain();
    const { ann, bob, cid, dee } = people;
    expect(await representedBy(dee)).toEqual([cid.userId]);
    await setDepth(2);
    expect(await representedBy(dee)).toEqual([cid.userId, bob.userId]);
    await setDepth(3);
    const commands = await commandsOf(store, async () => {
      expect(await representedBy(dee)).toEqual([cid.userId, bob.userId, ann.userId]);
    });
    expect(commands).toEqual(["find", "find", "find", "find", "find"]);
  });

  it("ends with the window, with a revoke and with the directory, at once [PPL-1] [PPL-2]", async () => {
    const { people, links, company } = await aChain();
    const { bob, cid, dee } = people;
    const { until } = links.annBob;
    expect(await representedBy(bob, new Date(until.getTime() - 1))).toHaveLength(1);
    expect(await representedBy(bob, until)).toEqual([]);
    await engine.revokeSubstitution(bob, links.bobCid._id);
    expect(await representedBy(cid)).toEqual([]);
    expect(await representedBy(dee)).toEqual([cid.userId]);
    const companyId = toObjectId(company.companyId);
    await store.db.collection("users").insertOne({ _id: toObjectId(cid.userId), companyId, active: false });
    expect(await representedBy(dee)).toEqual([]);
  });

  it("begins with the window [PPL-1]", async () => {
    const company = aCompany();
    const [ann, bob] = [company.user(), company.user()];
    const { from } = await made(ann, bob, daysFrom(7));
    expect(await representedBy(bob)).toEqual([]);
    expect(await representedBy(bob, from)).toEqual([ann.userId]);
  });
});

describe("the substitutions that may matter to a run", () => {
  it("are those of its people and what follows from them, as deep as asked [PPL-2]", async () => {
    const { company, people, links } = await aChain();
    const { annBob, bobCid, cidDee } = links;
    const { companyId } = company;
    const ids = [people.ann.userId];
    const now = new Date();
    expect(await idsAmong(store, companyId, ids, now)).toEqual([annBob._id, bobCid._id, cidDee._id]);
    expect(await idsAmong(store, companyId, ids, now, 1)).toEqual([annBob._id]);
    expect(await idsAmong(store, aCompany().companyId, ids, now)).toEqual([]);
    const later = new Date(cidDee.until.getTime() + HOUR_MS);
    expect(await idsAmong(store, companyId, ids, later)).toEqual([]);
    await engine.revokeSubstitution(people.ann, annBob._id);
    expect(await idsAmong(store, companyId, ids, now)).toEqual([]);
  });
});
