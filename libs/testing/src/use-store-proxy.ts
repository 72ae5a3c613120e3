import { afterAll } from "vitest";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

export interface StoreProxy extends TcpProxy {
  /** Of the store behind the proxy. */
  uri: string;
}

/** Puts a proxy in front of the suite's store, to test what happens when the store is away, hangs or loses answers. */
export async function useStoreProxy(storeUri: string): Promise<StoreProxy> {
  const target = new URL(storeUri);
  const proxy = await startTcpProxy({ host: target.hostname, port: Number(target.port || 27_017) });
  afterAll(() => proxy.close());
  const uri = new URL(storeUri);
  uri.host = `127.0.0.1:${proxy.port}`;
  // Without it the driver would go on to the address that the store itself names.
  uri.search = "directConnection=true";
  return { ...proxy, uri: uri.href };
}
