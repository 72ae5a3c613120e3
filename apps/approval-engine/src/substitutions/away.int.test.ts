import { toObjectId } from "@countersign/mongo";
import { commandsOf, useTestStore } from "@countersign/testing";
import { expect, it } from "vitest";

import { daysFrom } from "../../test/days-from.ts";
import { aCompany } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore({ monitored: true });
const { as, engine } = await useReplica(store, useBus());

async function aCompanyOf(...names: string[]) {
  const company = aCompany();
  const people = names.map((name) => company.user({ name }));
  const rows = people.map(({ userId, companyId, name }) => ({
    _id: toObjectId(userId),
    companyId: toObjectId(companyId),
    name,
  }));
  await store.db.collection("users").insertMany(rows);
  return people;
}

interface Found {
  name: string;
  away: { until: string; substitutes: { name: string }[] } | null;
}
const QUERY = `{ userSearch(input: {}) { name away { until substitutes { name } } } }`;
const awayTo = async (caller: Caller) => {
  const { userSearch } = await as(caller).get<{ userSearch: Found[] }>(QUERY);
  return Object.fromEntries(userSearch.flatMap(({ name, away }) => (away ? [[name, away]] : [])));
};
const userIdOf = ({ userId }: Caller) => userId;

it("says until which day somebody is away, and who decides in their place [CON-18]", async () => {
  const [ann, bob, cid, dee] = (await aCompanyOf("Ann", "Bob", "Cid", "Dee")) as [
    Caller,
    Caller,
    Caller,
    Caller,
  ];
  expect(await awayTo(dee)).toEqual({});
  const week = daysFrom(0, 7);
  const fortnight = daysFrom(0, 14);
  await engine.createSubstitution(ann, { substituteId: userIdOf(bob), ...week });
  const longer = await engine.createSubstitution(ann, {
    substituteId: userIdOf(cid),
    ...fortnight,
    kinds: ["Leave"],
  });
  await engine.createSubstitution(dee, { substituteId: userIdOf(bob), ...daysFrom(20) });
  expect(await awayTo(dee)).toEqual({
    Ann: { until: fortnight.untilDate, substitutes: [{ name: "Cid" }, { name: "Bob" }] },
  });
  await engine.revokeSubstitution(ann, longer._id);
  expect(await awayTo(dee)).toEqual({ Ann: { until: week.untilDate, substitutes: [{ name: "Bob" }] } });
  await store.db.collection("users").updateOne({ _id: toObjectId(bob.userId) }, { $set: { active: false } });
  expect(await awayTo(dee)).toEqual({});
  const [stranger] = (await aCompanyOf("Zoe")) as [Caller];
  expect(await awayTo({ ...ann, companyId: stranger.companyId })).toEqual({});
});

it("is read with as many commands for twenty people as for one [CON-18]", async () => {
  const people = await aCompanyOf(...Array.from({ length: 20 }, (_, n) => `Person ${n}`));
  for (let n = 0; n < 10; n += 1) {
    await engine.createSubstitution(people[n]!, { substituteId: people[n + 10]!.userId, ...daysFrom(0) });
  }
  const commands = await commandsOf(store, async () => {
    expect(Object.keys(await awayTo(people[0]!))).toHaveLength(10);
  });
  // The caller, the people, their substitutions, the substitutes as people, and as users to show.
  expect(commands).toEqual(["find", "find", "find", "find", "find"]);
});
