import { expect, it } from "vitest";
import { createPlaces } from "./places.ts";

const all = { key: "all", max: 3, refusal: "full" };
const shareOf = (user: string) => ({ key: `user ${user}`, max: 2, refusal: `${user} has enough` });

it("refuses by the first share that is used up, and then takes nothing", () => {
  const places = createPlaces();
  const take = (user: string) => places.take([shareOf(user), all]);
  take("ann");
  take("ann");
  expect(() => take("ann")).toThrow("ann has enough");
  take("ben");
  expect(() => take("ben")).toThrow("full");
  expect(() => take("cat")).toThrow(expect.objectContaining({ code: "TOO_MANY_REQUESTS" }));
});

it("has one free place again for each one given back", () => {
  const places = createPlaces();
  const take = () => places.take([shareOf("ann"), all]);
  take();
  const giveBack = take();
  giveBack();
  giveBack();
  take();
  expect(take).toThrow("ann has enough");
});
