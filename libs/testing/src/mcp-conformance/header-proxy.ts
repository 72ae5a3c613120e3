import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export interface HeaderProxy {
  url: string;
  close(): Promise<void>;
}

/** Passes every request on as it is, with one header added: for clients that cannot send a credential. */
export async function startHeaderProxy(
  target: string,
  header: Readonly<Record<string, string>>,
): Promise<HeaderProxy> {
  const { hostname, port } = new URL(target);
  const proxy = createServer((incoming, outgoing) => {
    const onward = request(
      {
        hostname,
        port,
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, ...header },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        outgoing.flushHeaders();
        answer.pipe(outgoing);
      },
    );
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, "close");
    },
  };
}
