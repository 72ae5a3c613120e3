import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { ConfigError } from "../src/config.ts";
import { createLogger } from "../src/logger.ts";
import { runMain } from "../src/run-main.ts";

/** A main program whose course the test chooses by argument. */
const [, , course = "", argument] = process.argv;

const failures: Record<string, () => void> = {
  crash: () => {
    throw new Error("a bug");
  },
  reject: () => void Promise.reject(new Error("a forgotten promise")),
};

const never = () => new Promise<never>(() => undefined);
const stops: Record<string, () => Promise<void>> = {
  hang: never,
  slow: never,
  "broken-stop": () => Promise.reject(new Error("the store hung up")),
};

await runMain(async (stopping) => {
  if (course === "invalid") throw new ConfigError(["PORT: expected a port number", "HOST: expected a host"]);
  if (course === "broken") throw new Error("the store is not there");
  if (course === "explained")
    throw new Error("no store at 127.0.0.1:1", { cause: new Error("ECONNREFUSED") });
  if (course === "port") await once(createServer().listen(Number(argument), "127.0.0.1"), "listening");
  process.stdout.write("starting\n");
  if (course === "crash-at-start") {
    setImmediate(() => {
      throw new Error("a bug");
    });
    await new Promise(() => setInterval(() => undefined, 1_000));
  }
  if (course === "slow-start") await delay(300);
  if (course === "endless-start") await delay(60_000);
  if (course === "interrupted-start") await delay(60_000, undefined, { signal: stopping });
  const alive = setInterval(() => undefined, 1_000);
  setImmediate(failures[course] ?? (() => undefined));
  process.stdout.write("started\n");
  return {
    logger: createLogger({ name: "fixture", level: "info" }),
    publicUrl: "http://127.0.0.1:1",
    internalUrl: "http://127.0.0.1:2",
    stopTimeoutMs: course === "hang" ? 200 : 5_000,
    stop: async () => {
      await stops[course]?.();
      clearInterval(alive);
      process.stdout.write("stopped\n");
    },
  };
});
