import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitFor } from "@countersign/testing";

/** The shipped configuration. */
export const GATEWAY_TEMPLATE = readFileSync(
  new URL("../../../deploy/gateway/version-gate.conf.template", import.meta.url),
  "utf8",
);

/** nginx with the shipped configuration. */
export interface Gateway {
  publicUrl: string;
  stop: () => Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** The configuration of a whole nginx that runs as anybody, below one folder. */
function renderConfig(folder: string, port: number, publicUrls: readonly string[]): string {
  const servers = publicUrls.map((url) => `server ${new URL(url).host} max_fails=0;`).join(" ");
  const gate = GATEWAY_TEMPLATE.replaceAll("${GATEWAY_LISTEN}", `127.0.0.1:${port}`).replaceAll(
    "${VERSION_GATE_SERVERS}",
    servers,
  );
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  return `
    daemon off; worker_processes 1; pid ${join(folder, "nginx.pid")};
    error_log stderr crit;
    events { worker_connections 4096; }
    http { access_log off; ${paths.join(" ")} ${gate} }`;
}

/** Starts nginx in front of replicas. */
export async function startGateway(publicUrls: readonly string[]): Promise<Gateway> {
  const folder = mkdtempSync(join(tmpdir(), "gateway-"));
  const port = await freePort();
  const config = join(folder, "nginx.conf");
  writeFileSync(config, renderConfig(folder, port, publicUrls));
  const child = spawn("nginx", ["-p", folder, "-c", config], { stdio: ["ignore", "inherit", "inherit"] });
  const exited = once(child, "exit");
  const publicUrl = `http://127.0.0.1:${port}`;
  await waitFor(async () => (await fetch(publicUrl)).status === 404, { what: "nginx" });
  return {
    publicUrl,
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}
