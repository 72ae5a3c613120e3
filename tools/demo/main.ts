/**
 * `npm run demo`: takes a leave request through its run on a running platform, prints the timeline as the APIs tell it,
 * and fails if anything differs from the specification. Where no platform runs, it starts one of its own for the demo.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type AuthVariables, readAuthVariables } from "../identity/development-identity.ts";
import { DEMO_COMPANY, type DemoPerson } from "../start/demo-company.ts";
import { FREE_PORTS } from "../start/platform-ports.ts";
import { startPlatform } from "../start/start-platform.ts";
import { signToken } from "../token/token-command.ts";
import { DEFAULT_DATA_DIR } from "../workspace.ts";
import { formatTimeline } from "./format-timeline.ts";
import { runLeave } from "./run-leave.ts";
import { differencesOf, expectedStory } from "./timeline.ts";

interface Target {
  engineUrl: string;
  hrUrl: string;
  /** What its services verify tokens with. */
  auth: AuthVariables;
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

/** A platform for this demo alone: free ports, data that goes with it. */
async function startOwnPlatform(): Promise<Target> {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-demo-"));
  // None of the caller's variables: this platform must not touch a store or a broker that is meant for others.
  const env = {};
  const { services, stop } = await startPlatform({ env, dataDir, ports: FREE_PORTS, demoCompany: true });
  const urlOf = (name: string): string => services.find((service) => service.name === name)!.publicUrl;
  return {
    engineUrl: urlOf("approval-engine"),
    hrUrl: urlOf("hr-service"),
    auth: readAuthVariables(env, dataDir),
    stop: async () => {
      await stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

async function findTarget(engineUrl: string, hrUrl: string, dataDir: string): Promise<Target> {
  if ((await answers(engineUrl)) && (await answers(hrUrl))) {
    console.log(`On the platform at ${engineUrl} and ${hrUrl}:\n`);
    const auth = readAuthVariables(process.env, dataDir);
    return { engineUrl, hrUrl, auth, stop: () => Promise.resolve() };
  }
  console.log(
    `Nothing answers at ${engineUrl} and ${hrUrl} ("npm start" starts the platform there);\n` +
      "so the demo runs on a platform of its own, which goes with it:\n",
  );
  return startOwnPlatform();
}

const { values: options } = parseArgs({
  options: {
    engine: { type: "string", default: "http://127.0.0.1:3003" },
    hr: { type: "string", default: "http://127.0.0.1:3004" },
    data: { type: "string", default: DEFAULT_DATA_DIR },
  },
});
const target = await findTarget(options.engine, options.hr, resolve(options.data));
try {
  const tokenOf = ({ userId: sub, name, privileged }: DemoPerson): Promise<string> =>
    signToken({ sub, companyId: DEMO_COMPANY.id, name, privileged, expires: "1h" }, target.auth);
  const story = await runLeave({ ...target, tokenOf, say: (line) => console.log(`  ${line}`) });
  console.log(`\n${formatTimeline(story)}`);
  const differences = differencesOf(story, expectedStory(story.ref));
  for (const difference of differences) console.error(`differs from the specification: ${difference}`);
  console.log(differences.length === 0 ? "Everything is as specified." : "");
  process.exitCode = differences.length === 0 ? 0 : 1;
} catch (error) {
  console.error(`the demo could not go on: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await target.stop();
}
