import { once } from "node:events";
import { connect } from "node:net";

/** The gate's endpoints. */
export const VERSION_PATHS = {
  version: "/api/version",
  check: "/api/version/check?platform=ios&version=0&device=d",
};

/** A client with one keep-alive connection and one request at a time; far cheaper than a general one. */
export interface VersionClient {
  /** @returns the published iOS version as a number; undefined when the gate says that its store did not answer */
  read: (path: string) => Promise<number | undefined>;
  close: () => void;
}

const HEAD_END = "\r\n\r\n";

/** Body of the one whole response that the bytes hold, or undefined while some are missing. */
function bodyOf(bytes: string): string | undefined {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const length = Number(/content-length: (\d+)/i.exec(bytes)?.[1]);
  const bodyStart = headEnd + HEAD_END.length;
  return bytes.length < bodyStart + length ? undefined : bytes.slice(bodyStart, bodyStart + length);
}

/** Connects to a gate. */
export async function connectVersionClient(publicUrl: string): Promise<VersionClient> {
  const { hostname, port } = new URL(publicUrl);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, "connect");
  let bytes = "";
  let current: PromiseWithResolvers<number | undefined> | undefined;

  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    bytes += chunk;
    const body = bodyOf(bytes);
    if (body === undefined) return;
    const version = /"(?:ios":\{"version|current)":"(\d+)"/.exec(body)?.[1];
    if (version !== undefined) current?.resolve(Number(version));
    else if (bytes.startsWith("HTTP/1.1 503 ")) current?.resolve(undefined);
    else current?.reject(new Error(`unexpected answer: ${bytes}`));
    bytes = "";
  });
  socket.on("error", (error) => current?.reject(error));
  socket.on("close", () => current?.reject(new Error("the gate closed the connection")));
  return {
    read: (path) => {
      current = Promise.withResolvers();
      socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
      return current.promise;
    },
    close: () => {
      current = undefined;
      socket.destroy();
    },
  };
}
