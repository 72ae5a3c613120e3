import { spawnSync } from "node:child_process";

/** A MongoDB replica set that the store suites can use beside the embedded store. */
export interface RealStore {
  uri: string;
  stop(): Promise<void>;
}

const DEFAULT_IMAGE = "mongo:8.0";
const PORT = 27017;
const DOCKER_PROBE_TIMEOUT_MS = 5_000;

/** Starts MongoDB in a container, as a replica set of one member, and waits until it takes writes. */
async function startContainer(image: string): Promise<RealStore> {
  const { GenericContainer, Wait } = await import("testcontainers");
  const container = await new GenericContainer(image)
    .withCommand(["--replSet", "rs0", "--bind_ip_all"])
    .withExposedPorts(PORT)
    .withWaitStrategy(Wait.forLogMessage(/Waiting for connections/i))
    .start();
  const initiate =
    "rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: '127.0.0.1:27017' }] });" +
    "while (!db.hello().isWritablePrimary) sleep(100);";
  const { exitCode, output } = await container.exec(["mongosh", "--quiet", "--eval", initiate]);
  if (exitCode !== 0) throw new Error(`MongoDB in the container did not become a replica set: ${output}`);
  return {
    // The member's own address is not reachable from outside of the container: speak to it directly.
    uri: `mongodb://${container.getHost()}:${container.getMappedPort(PORT)}/?directConnection=true`,
    stop: async () => {
      await container.stop();
    },
  };
}

/**
 * The MongoDB named by `TEST_MONGODB_URI`, else one started with Docker (`TEST_MONGODB_IMAGE`), else `undefined`.
 *
 * @throws Error when Docker answers but MongoDB cannot be started with it
 */
export async function findRealStore(
  env: Readonly<Record<string, string | undefined>>,
): Promise<RealStore | undefined> {
  const uri = env["TEST_MONGODB_URI"];
  if (uri) return { uri, stop: () => Promise.resolve() };
  const docker = spawnSync("docker", ["info"], { stdio: "ignore", timeout: DOCKER_PROBE_TIMEOUT_MS });
  return docker.status === 0 ? startContainer(env["TEST_MONGODB_IMAGE"] || DEFAULT_IMAGE) : undefined;
}
