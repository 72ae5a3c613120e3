/**
 * `npm run demo`: takes documents of the reference owners through their runs on a running platform, prints the timelines
 * that the APIs return, and fails if anything differs from the specification. Where no platform runs, it starts its own
 * for the demo.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type AuthVariables, readAuthVariables } from "../identity/development-identity.ts";
import { DEMO_COMPANY, DEMO_PEOPLE, type DemoPerson } from "../start/demo-company.ts";
import { CONTRACT_PORTS, FREE_PORTS, type ServiceName } from "../start/platform-ports.ts";
import { readRunningPlatform } from "../start/running-platform.ts";
import { signToken } from "../token/token-command.ts";
import { DEFAULT_DATA_DIR } from "../../workspace.ts";
import { optionsOrExit, readOrExit } from "../../usage.ts";
import { type DemoAddresses, demoAddresses } from "./demo-flags.ts";
import { formatStory } from "./format-story.ts";
import { hintFor } from "./hint.ts";
import { expectedClaim, runClaim } from "./run-claim.ts";
import { askForLeave, expectedLeave, runLeave } from "./run-leave.ts";
import { expectedLate, runLate, submitLate } from "./run-late.ts";
import { expectedLoan, runLoan } from "./run-loan.ts";
import { expectedOrder, runOrder } from "./run-order.ts";
import { expectedPurchase, runPurchase } from "./run-purchase.ts";
import { openSession, type Session } from "./session.ts";
import { differencesOf } from "./story.ts";

interface Target {
  addresses: DemoAddresses;
  /** The identity with which its services verify tokens. */
  auth: AuthVariables;
  /** Whether it runs on after the demo. */
  staysUp: boolean;
  stop: () => Promise<void>;
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url, { method: "HEAD" });
    return true;
  } catch {
    return false;
  }
}

/** A platform for this demo alone, with free ports and temporary data. */
async function startOwnPlatform(): Promise<Target> {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-demo-"));
  // Without the caller's variables: this platform must not touch their store or broker.
  const env = {};
  // Only here: it comes with every service, which would double the time until a demo on a running platform begins.
  const { startPlatform } = await import("../start/start-platform.ts");
  const { services, stop } = await startPlatform({ env, dataDir, ports: FREE_PORTS, demoCompany: true });
  const urlOf = (name: ServiceName): string => services.find((service) => service.name === name)!.publicUrl;
  return {
    addresses: demoAddresses(urlOf),
    auth: readAuthVariables(env, dataDir),
    staysUp: false,
    stop: async () => {
      await stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

async function findTarget(addresses: DemoAddresses, dataDir: string): Promise<Target> {
  const urls = Object.values(addresses);
  const areThere = await Promise.all(urls.map(answers));
  if (areThere.every(Boolean)) {
    console.log(`On the platform at ${urls.join(", ")}:\n`);
    const auth = readAuthVariables(process.env, dataDir);
    return { addresses, auth, staysUp: true, stop: () => Promise.resolve() };
  }
  console.log(
    `Nothing answers at ${urls.filter((_, index) => !areThere[index]).join(", ")} ("npm start" starts the platform);\n` +
      "so the demo runs on a platform of its own, which goes with it:\n",
  );
  return startOwnPlatform();
}

/** The stories of the demo, with their expected outcomes; the one of a late approver begins before them and ends last. */
const STORIES = [
  { run: runLeave, expected: expectedLeave },
  { run: runOrder, expected: expectedOrder },
  { run: runPurchase, expected: expectedPurchase },
  { run: runLoan, expected: expectedLoan },
  { run: runClaim, expected: expectedClaim },
];

/** Runs every story. @returns the differences from the specification */
async function tellStories(session: Session): Promise<string[]> {
  const differences: string[] = [];
  const request = await submitLate(session);
  const late = { run: () => runLate(session, request), expected: expectedLate };
  for (const { run, expected } of [...STORIES, late]) {
    const story = await run(session);
    console.log(`\n${formatStory(story)}\n`);
    differences.push(...differencesOf(story, expected(story.ref)).map((line) => `${story.ref}: ${line}`));
  }
  return differences;
}

/** Asks for one more leave, so that the console has something to decide. */
async function leaveOneOpen(session: Session): Promise<void> {
  const { ref } = await askForLeave(session);
  console.log(`${ref} waits for ${DEMO_PEOPLE.manager.name}: decide it in the console.`);
}

const address = { type: "string" } as const;
const USAGE = `Takes documents through their runs on a running "npm start", prints their timelines, and fails if anything differs from
the specification. Where nothing answers it starts a platform of its own, which goes with it.

usage: npm run demo [-- options]

  --data <dir>       data directory of that "npm start", if it was given one
  --engine <url>     the approval engine, unless that "npm start" has it
  --hr <url>         the HR service, likewise
  --inventory <url>  the inventory service, likewise
  --journal <url>    the journal service, likewise`;

const { values } = await optionsOrExit(USAGE, {
  options: {
    engine: address,
    hr: address,
    inventory: address,
    journal: address,
    data: { type: "string", default: DEFAULT_DATA_DIR },
  },
});
const { data, ...givenAddresses } = values;
const runningServices = readRunningPlatform(resolve(data))?.services ?? {};
const usual = (name: ServiceName): string =>
  runningServices[name]?.public ?? `http://127.0.0.1:${CONTRACT_PORTS.services[name].public}`;
const target = await readOrExit(USAGE, () =>
  findTarget({ ...demoAddresses(usual), ...givenAddresses }, resolve(data)),
);
try {
  const tokenOf = ({ userId: sub, name, privileged }: DemoPerson): Promise<string> =>
    signToken({ sub, companyId: DEMO_COMPANY.id, name, privileged, expires: "1h" }, target.auth);
  const session = await openSession({ ...target, tokenOf, say: (line) => console.log(`  ${line}`) });
  try {
    const differences = await tellStories(session);
    for (const difference of differences) console.error(`differs from the specification: ${difference}`);
    if (differences.length === 0) console.log("Everything is as specified.");
    if (target.staysUp) await leaveOneOpen(session);
    process.exitCode = differences.length === 0 ? 0 : 1;
  } finally {
    await session.close();
  }
} catch (error) {
  const { message } = error as Error;
  console.error(`the demo could not go on: ${message}`);
  const hint = hintFor(message);
  if (hint !== undefined) console.error(hint);
  process.exitCode = 1;
} finally {
  await target.stop();
}
