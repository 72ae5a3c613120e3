import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { ConfigError } from "@countersign/service-kit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { assertPortsFree, CONTRACT_PORTS, FREE_PORTS, type PlatformPorts } from "./platform-ports.ts";

const HOSTS = { public: "127.0.0.1", internal: "127.0.0.1" };

let occupant: Server;
let takenPort: number;
beforeEach(async () => {
  occupant = createServer();
  occupant.listen(0, "127.0.0.1");
  await once(occupant, "listening");
  takenPort = (occupant.address() as AddressInfo).port;
});
afterEach(() => {
  occupant.close();
});

describe("the platform's ports", () => {
  // Rules: [CT-PROC-01] [CT-PROC-02] [CT-PROC-03] [CT-PROC-06] [CT-PROC-07] [RUN-START-01] [RUN-START-02]
  it("are the contract's", () => {
    expect(CONTRACT_PORTS).toMatchObject({
      store: 27027,
      services: {
        "version-gate": { public: 3001, internal: 9101 },
        "mcp-journal": { public: 3002, internal: 9102 },
        "approval-engine": { public: 3003, internal: 9103 },
        "hr-service": { public: 3004 },
        "inventory-service": { public: 3005 },
      },
      mail: { smtp: 1025, page: 8025 },
    });
  });

  it("are accepted when they are free", async () => {
    await expect(assertPortsFree(FREE_PORTS, HOSTS, { embeddedStore: true })).resolves.toBeUndefined();
  });

  it("are refused with one line that names the taken ones and their services", async () => {
    const ports: PlatformPorts = {
      ...FREE_PORTS,
      store: takenPort,
      services: { ...FREE_PORTS.services, "approval-engine": { public: takenPort, internal: 0 } },
    };
    const refusal = await assertPortsFree(ports, HOSTS, { embeddedStore: true }).catch(
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(ConfigError);
    expect((refusal as ConfigError).message).toBe(
      `these ports are taken: ${takenPort} (embedded store), ${takenPort} (approval-engine). Does another npm start run? -- --free-ports takes others.`,
    );
  });

  it("include those of --mail where mails are kept", async () => {
    const ports = { ...FREE_PORTS, mail: { smtp: takenPort, page: 0 } };
    const needed = { embeddedStore: false };
    await expect(assertPortsFree(ports, HOSTS, needed)).resolves.toBeUndefined();
    await expect(assertPortsFree(ports, HOSTS, { ...needed, mail: true })).rejects.toThrow(
      `this port is taken: ${takenPort} (mail server)`,
    );
  });

  it("do not include the embedded store's when another store is used", async () => {
    const ports = { ...FREE_PORTS, store: takenPort };
    await expect(assertPortsFree(ports, HOSTS, { embeddedStore: false })).resolves.toBeUndefined();
  });

  it("do not include those of services that do not run", async () => {
    const taken = { public: takenPort, internal: 0 };
    const ports = { ...FREE_PORTS, services: { ...FREE_PORTS.services, "inventory-service": taken } };
    const services = ["hr-service"] as const;
    await expect(assertPortsFree(ports, HOSTS, { embeddedStore: true, services })).resolves.toBeUndefined();
  });
});
