import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { ConfigError } from "@countersign/service-kit/config";
import type { MailPorts } from "../mail/mail-catcher.ts";

/** A service's two ports; 0 takes any free one. */
export interface ServicePorts {
  public: number;
  internal: number;
}

export const SERVICE_NAMES = [
  "version-gate",
  "mcp-journal",
  "approval-engine",
  "hr-service",
  "inventory-service",
] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

export interface PlatformPorts {
  store: number;
  services: Record<ServiceName, ServicePorts>;
  /** Of `--mail`. */
  mail: MailPorts;
}

/** The ports of the contract ("Processes"). */
export const CONTRACT_PORTS: PlatformPorts = {
  store: 27027,
  services: {
    "version-gate": { public: 3001, internal: 9101 },
    "mcp-journal": { public: 3002, internal: 9102 },
    "approval-engine": { public: 3003, internal: 9103 },
    "hr-service": { public: 3004, internal: 9104 },
    "inventory-service": { public: 3005, internal: 9105 },
  },
  mail: { smtp: 1025, page: 8025 },
};

const ANY: ServicePorts = { public: 0, internal: 0 };

/** Any free ports, for several platforms on one machine. */
export const FREE_PORTS: PlatformPorts = {
  store: 0,
  services: {
    "version-gate": ANY,
    "mcp-journal": ANY,
    "approval-engine": ANY,
    "hr-service": ANY,
    "inventory-service": ANY,
  },
  mail: { smtp: 0, page: 0 },
};

/** Where the services listen. */
export interface PlatformHosts {
  public: string;
  internal: string;
}

/** Whether a port is free. @throws Error when listening fails for another reason */
function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(false);
      else reject(new ConfigError([`port ${port} at ${host}: ${error.message}`]));
    });
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/**
 * A free port below those that systems give out by themselves: nobody else gets it before the given service listens, or
 * while that is stopped and started again.
 */
export async function keptPort(host: string): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    if (await isFree(host, port)) return port;
  }
}

/**
 * Checks that the platform's ports are free, before anything starts.
 *
 * @param needed.embeddedStore whether to check the embedded store's port too
 * @param needed.services default: all of them
 * @param needed.mail whether to check those of `--mail`; default: false
 * @throws ConfigError with one line that names the taken ports
 */
export async function assertPortsFree(
  ports: PlatformPorts,
  hosts: PlatformHosts,
  {
    embeddedStore,
    services = SERVICE_NAMES,
    mail = false,
  }: { embeddedStore: boolean; services?: readonly ServiceName[]; mail?: boolean },
): Promise<void> {
  const neededPorts = [
    ...(embeddedStore ? [{ label: "embedded store", host: "127.0.0.1", port: ports.store }] : []),
    ...(mail
      ? [
          { label: "mail server", host: "127.0.0.1", port: ports.mail.smtp },
          { label: "page of mails", host: "127.0.0.1", port: ports.mail.page },
        ]
      : []),
    ...services.flatMap((name) => [
      { label: name, host: hosts.public, port: ports.services[name].public },
      { label: `${name}, internal`, host: hosts.internal, port: ports.services[name].internal },
    ]),
  ];
  const takenPorts: string[] = [];
  for (const { label, host, port } of neededPorts) {
    if (!(await isFree(host, port))) takenPorts.push(`${port} (${label})`);
  }
  if (takenPorts.length === 0) return;
  const subject = takenPorts.length === 1 ? "this port is" : "these ports are";
  throw new ConfigError([
    `${subject} taken: ${takenPorts.join(", ")}. Does another npm start run? -- --free-ports takes others.`,
  ]);
}
