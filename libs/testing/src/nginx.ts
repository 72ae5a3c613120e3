import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endWithWorker } from "./end-with-worker.ts";
import { freePort } from "./free-port.ts";
import { waitFor } from "./wait-for.ts";

/** A running nginx. */
export interface Nginx {
  publicUrl: string;
  pid: number;
  stop: () => Promise<void>;
}

export interface NginxOptions {
  /** A path and the status that it is answered with once nginx is up. */
  probe: { path: string; status: number };
  /** Directives outside of the blocks, such as the number of processes. */
  main: string;
  /** Directives of its `http` block. `folder` is its own, and empty. */
  http: (place: { port: number; folder: string }) => string;
}

/** Starts an unprivileged nginx that writes below one folder only, and waits for the expected answer to the probe. */
export async function startNginx({ probe, main, http }: NginxOptions): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), "nginx-"));
  const port = await freePort();
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join(" ");
  const config = join(folder, "nginx.conf");
  writeFileSync(
    config,
    `daemon off; ${main} pid ${join(folder, "nginx.pid")}; error_log stderr crit;
     events { worker_connections 4096; }
     http { access_log off; ${paths} ${http({ port, folder })} }`,
  );
  const child = endWithWorker(
    spawn("nginx", ["-p", folder, "-c", config], { stdio: ["ignore", "ignore", "inherit"] }),
  );
  const childExit = once(child, "exit");
  const publicUrl = `http://127.0.0.1:${port}`;
  const isUp = async () => (await fetch(new URL(probe.path, publicUrl))).status === probe.status;
  await waitFor(isUp, { what: "nginx" });
  return {
    publicUrl,
    pid: child.pid!,
    stop: async () => {
      child.kill("SIGTERM");
      await childExit;
      rmSync(folder, { recursive: true });
    },
  };
}
