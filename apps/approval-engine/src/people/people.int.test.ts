import { toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { expect, it } from "vitest";

import { aCompany, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import { costlyAmong, searchesOf } from "../../test/searches.ts";

const store = await useTestStore({ monitored: true });
const { as, engine } = await useReplica(store, useBus());

const company = aCompany();
const [ann, ben] = [company.user(), company.user()];
const rowOf = ({ userId, companyId }: { userId: string; companyId: string }, fields: object) => ({
  _id: toObjectId(userId),
  companyId: toObjectId(companyId),
  ...fields,
});
const users = store.db.collection("users");
const [gone, stranger] = [company.user(), aCompany().user()];
await users.insertMany([
  rowOf(ann, { name: "Ann Berg", email: "ann@example.com" }),
  rowOf(ben, { name: "Ben (Benjamin) Cole", email: "ben@example.com" }),
  rowOf(gone, { name: "Anna Gone", active: false }),
  rowOf(stranger, { name: "Ann Other" }),
]);

it("returns the caller's own identity", async () => {
  const query = "{ viewer { userId companyId name privileged } }";
  const { userId, companyId } = ann;
  const viewer = { userId, companyId, name: "Ann Berg", privileged: false };
  expect(await as(ann).get(query)).toEqual({ viewer });
  const unlisted = { ...company.user(), name: "From The Token", privileged: true };
  expect(await as(unlisted).get(query)).toMatchObject({
    viewer: { name: "From The Token", privileged: true },
  });
});

const search = async (keyword: string) => {
  const query = "query Search($keyword: String) { userSearch(input: { keyword: $keyword }) { name } }";
  const { userSearch } = await as(ben).get<{ userSearch: { name: string }[] }>(query, { keyword });
  return userSearch.map(({ name }) => name);
};

it("finds people of the caller's company by a part of name or address, literally", async () => {
  expect(await search("ANN")).toEqual(["Ann Berg"]);
  expect(await search("(benjamin)")).toEqual(["Ben (Benjamin) Cole"]);
  expect(await search("ben@")).toEqual(["Ben (Benjamin) Cole"]);
  expect(await search("")).toEqual(["Ann Berg", "Ben (Benjamin) Cole"]);
  expect(await search(".*")).toEqual([]);
});

it("finds the first 20 by name, whether name or address has the text, and reads no others [READ-2]", async () => {
  const crowded = aCompany();
  const reader = crowded.user();
  const people = Array.from({ length: 400 }, (_, n) => ({
    name: n % 8 === 0 ? `Åsa Ek ${String(n).padStart(3, "0")}` : `Person ${String(n).padStart(3, "0")}`,
    email: n % 10 === 0 ? `ek${n}@example.com` : `p${n}@example.com`,
    ...(n % 3 === 0 && { active: n % 9 !== 0 }),
  }));
  await users.insertMany(people.map((fields) => rowOf(crowded.user(), fields)));
  const query = `{ userSearch(input: { keyword: "EK" }) { name } }`;
  let found: string[] = [];
  const searches = await searchesOf(store, async () => {
    const { userSearch } = await as(reader).get<{ userSearch: { name: string }[] }>(query);
    found = userSearch.map(({ name }) => name);
  });
  const expected = people
    .filter(({ name, email, active }) => active !== false && /ek/iu.test(`${name} ${email}`))
    .map(({ name }) => name)
    .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  expect(found).toEqual(expected.slice(0, 20));
  const ofUsers = searches.filter(({ find, limit }) => find === "users" && limit === 20);
  expect(ofUsers).toHaveLength(2);
  expect(await costlyAmong(store, ofUsers)).toEqual([]);
});

it("names a person by their id, also one who has left, and nobody of another company [CON-18]", async () => {
  const query = "query Name($id: ID!) { user(id: $id) { name } }";
  const nameOf = async (id: string) =>
    (await as(ben).get<{ user: { name: string } | null }>(query, { id })).user?.name;
  expect(await nameOf(ann.userId)).toBe("Ann Berg");
  expect(await nameOf(gone.userId)).toBe("Anna Gone");
  expect(await nameOf(stranger.userId)).toBeUndefined();
  expect(await nameOf(company.user().userId)).toBeUndefined();
  expect((await as(ben).ask(query, { id: "1" })).errors).toMatchObject([
    { message: "id: must be 24 hexadecimal characters" },
  ]);
});

it("shows the stages of a document's newest run in their order, each with its submitter", async () => {
  const { refId } = await submitNew(engine, ann, stagesOf([ben], [ann]));
  const query = `query Run($refId: ID!) { runTasks(refId: $refId) { stageName status submitter { name } } }`;
  expect(await as(ben).get(query, { refId })).toEqual({
    runTasks: [
      { stageName: "Stage 1", status: "AWAITING_APPROVAL", submitter: { name: "Ann Berg" } },
      { stageName: "Stage 2", status: "PENDING", submitter: { name: "Ann Berg" } },
    ],
  });
  expect(await as(stranger).get(query, { refId })).toEqual({ runTasks: [] });
});
