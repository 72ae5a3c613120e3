import { NATS_URL, startTcpProxy, type TcpProxy } from "@countersign/testing";

/** Opens a proxy to the NATS server that can fail, and gives its URL. */
export async function openProxy(): Promise<TcpProxy & { url: string }> {
  const { hostname, port } = new URL(NATS_URL);
  const proxy = await startTcpProxy({ host: hostname, port: Number(port || 4222) });
  return { ...proxy, url: `nats://127.0.0.1:${proxy.port}` };
}
