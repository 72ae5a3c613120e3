import { RELEASES, startEmbeddedStore } from "@countersign/embedded-store";
import { startTcpProxy } from "./tcp-proxy.ts";

/**
 * The embedded store of a test run, in a process of its own. It ends with the run, however that ends.
 *
 * `TEST_STORE_DELAY_MS` delays every answer by so much, to check that tests pass on a slow server too;
 * `TEST_STORE_RELEASE` is the release of MongoDB that it answers as, such as 4.4.
 */
const askedRelease = process.env["TEST_STORE_RELEASE"];
const release = RELEASES.find((knownRelease) => knownRelease === askedRelease);
if (askedRelease && release === undefined)
  throw new Error(`TEST_STORE_RELEASE: expected one of ${RELEASES.join(", ")}`);
const { uri } = await startEmbeddedStore(release === undefined ? {} : { release });
process.on("disconnect", () => process.exit());
const delayMs = Number(process.env["TEST_STORE_DELAY_MS"] ?? 0);
process.send?.(delayMs > 0 ? await slowDown(uri) : uri);

async function slowDown(storeUri: string): Promise<string> {
  const { hostname, port } = new URL(storeUri);
  const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  proxy.delayAnswers(delayMs);
  return `mongodb://127.0.0.1:${proxy.port}/?directConnection=true`;
}
