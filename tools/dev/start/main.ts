/** `npm start`: the whole platform, in one process by default, until a signal stops it. */
import { enableCompileCache } from "node:module";
import { resolve } from "node:path";
import { readOptions, readOrExplain, UsageError } from "../../usage.ts";
import { COMPILE_CACHE, DEFAULT_DATA_DIR } from "../../workspace.ts";
import { CONTRACT_PORTS, FREE_PORTS, SERVICE_NAMES, type ServiceName } from "./platform-ports.ts";
import { makeDataDirectory } from "./data-directory.ts";
import { formatWelcome } from "./print-welcome.ts";

const USAGE = `usage: npm start [-- options]

  --fresh        empty the data directory first
  --no-demo      seed no demo company
  --data <dir>   keep the data there instead of in .data/
  --processes    run the store and every service as a process of its own (needs a NATS
                 server; NATS_URL, unless it is at nats://127.0.0.1:4222)
  --mail         send notifications by mail, to a mail server that keeps them as files in the
                 data directory; a page shows them
  --without <service>
                 run all but this one, such as a reference owner that another service
                 takes the place of; may be repeated
  --free-ports   take any free ports instead of the usual ones`;

const STOP_TIMEOUT_MS = 20_000;
/** The processes stop one after the other. */
const PROCESSES_STOP_TIMEOUT_MS = 60_000;

/** @throws UsageError when there is no such service */
function serviceNamed(name: string): ServiceName {
  const knownName = SERVICE_NAMES.find((service) => service === name);
  if (knownName === undefined) {
    throw new UsageError(`there is no service ${name}: ${SERVICE_NAMES.join(", ")}`);
  }
  return knownName;
}

const options = await readOrExplain(USAGE, (args) => {
  const { values } = readOptions({
    args,
    options: {
      fresh: { type: "boolean", default: false },
      "no-demo": { type: "boolean", default: false },
      data: { type: "string", default: DEFAULT_DATA_DIR },
      processes: { type: "boolean", default: false },
      mail: { type: "boolean", default: false },
      without: { type: "string", multiple: true, default: [] },
      "free-ports": { type: "boolean", default: false },
    },
  });
  return { ...values, without: values.without.map(serviceNamed) };
});
if (options !== undefined) {
  const dataDir = resolve(options.data);
  const demoCompany = !options["no-demo"];
  enableCompileCache(COMPILE_CACHE);
  // Only here: they come with every service, for which an answer about options should not wait, and the cache has them. A
  // signal ends it at once.
  const { runMain } = await import("@countersign/service-kit");
  const { startPlatform } = await import("./start-platform.ts");
  await runMain(async (stopping) => {
    stopping.addEventListener("abort", () => console.log("Stopping …"));
    makeDataDirectory(dataDir);
    const platform = await startPlatform({
      env: process.env,
      dataDir,
      fresh: options.fresh,
      ports: options["free-ports"] ? FREE_PORTS : CONTRACT_PORTS,
      demoCompany,
      openWork: true,
      processes: options.processes,
      mail: options.mail,
      without: options.without,
      report: (text) => console.log(text),
      stopping,
    });
    console.log(formatWelcome(platform, { dataDir, demoCompany }));
    void platform.historyWritten?.then(
      () => console.log("The demo company's last three months are there too."),
      () => undefined,
    );
    const stop = async (): Promise<void> => {
      await platform.stop();
      console.log("Stopped.");
    };
    const stopTimeoutMs = options.processes ? PROCESSES_STOP_TIMEOUT_MS : STOP_TIMEOUT_MS;
    return { logger: platform.logger, stop, stopTimeoutMs };
  });
}
