import { expect, it, vi } from "vitest";

import { createSession } from "./session.ts";

const renewedBy = (renew: () => Promise<{ token: string } | undefined>) => {
  const session = createSession({ kind: "token" });
  const states: string[] = [];
  session.subscribe(() => states.push(session.state()));
  session.attach("first", { renew, end: async () => undefined });
  return { session, states };
};

it("is renewed once for requests that were refused together", async () => {
  let renewals = 0;
  const { session, states } = renewedBy(async () => {
    renewals += 1;
    return { token: "second" };
  });
  expect(await Promise.all([session.renew(), session.renew()])).toEqual([true, true]);
  expect([renewals, session.token(), states]).toEqual([1, "second", ["logged-in"]]);
});

const tokenOf = (sub: string) => `head.${btoa(JSON.stringify({ sub }))}.signature`;

it("tells one person from the next, and forgets what the first one typed", () => {
  const stored = new Map([["countersign.draft.1", "text"]]);
  vi.stubGlobal("sessionStorage", stored);
  const session = createSession({ kind: "token" });
  session.logIn(tokenOf("ann"));
  session.logIn(tokenOf("ann"));
  expect([session.person(), stored.size]).toEqual([0, 1]);
  session.logIn(tokenOf("bob"));
  expect([session.person(), stored.size]).toEqual([1, 0]);
  vi.unstubAllGlobals();
});

it("expires without its token when nothing renews it", async () => {
  for (const renew of [async () => undefined, async () => Promise.reject(new Error("gone"))]) {
    const { session, states } = renewedBy(renew);
    expect(await session.renew()).toBe(false);
    expect([session.token(), states]).toEqual([undefined, ["logged-in", "expired"]]);
  }
});

it("expires when the engine takes its renewed credential neither [FIX-9]", async () => {
  const { session, states } = renewedBy(async () => ({ token: "second" }));
  expect(await session.renew()).toBe(true);
  session.expire();
  expect([session.token(), states]).toEqual([undefined, ["logged-in", "expired"]]);
});

it("is replaced while a proxy adds somebody else's credential, and continues with its reader", async () => {
  let userId = "ann";
  const session = createSession({ kind: "proxy" });
  const renew = async () => ({ token: undefined, userId });
  session.attach(undefined, { renew, end: async () => undefined }, "ann");
  userId = "bob";
  expect([await session.renew(), session.state(), session.expectedUser()]).toEqual([
    false,
    "replaced",
    "ann",
  ]);
  userId = "ann";
  expect([await session.renew(), session.state()]).toEqual([true, "logged-in"]);
});

it("stays ended after a log-out, whatever an earlier request finds", async () => {
  const { session } = renewedBy(async () => ({ token: "second" }));
  vi.stubGlobal("sessionStorage", new Map());
  await session.logOut();
  expect([await session.renew(), session.state(), session.token()]).toEqual([false, "logged-out", undefined]);
  vi.unstubAllGlobals();
});
