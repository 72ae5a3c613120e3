import { readFileSync } from "node:fs";
import { type Nginx, startNginx } from "@countersign/testing";

/** The shipped configuration. */
export const GATEWAY_TEMPLATE = readFileSync(
  new URL("../../../deploy/gateway/version-gate.conf.template", import.meta.url),
  "utf8",
);

/** Starts nginx with the shipped configuration in front of replicas. */
export function startGateway(publicUrls: readonly string[]): Promise<Nginx> {
  const servers = publicUrls.map((url) => `server ${new URL(url).host} max_fails=0;`).join(" ");
  return startNginx({
    probe: { path: "/", status: 404 },
    main: "worker_processes 1;",
    http: ({ port }) =>
      GATEWAY_TEMPLATE.replaceAll("${GATEWAY_LISTEN}", `127.0.0.1:${port}`).replaceAll(
        "${VERSION_GATE_SERVERS}",
        servers,
      ),
  });
}
