import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { compareVersions as compareByGate, VERSION_FORM } from "@countersign/domain/settings";
import { useTestStore } from "@countersign/testing";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { updateConfig } from "../test/gate.ts";
import { checkUpdate, checkVersion, compareVersions, decide } from "./check-version.ts";
import { useGate } from "../test/use-gate.ts";

describe("the comparison of versions", () => {
  it.each([
    ["1.9", "1.10", -1],
    ["1.10", "1.9", 1],
    ["2", "10", -1],
    ["1.2", "1.2.0", 0],
    ["1.2", "1.2.0.1", -1],
    ["01.2", "1.2", 0],
    ["1.99999999999999999999", "2", -1],
    ["1.99999999999999999999", "1.99999999999999999998", 1],
    ["1.2-beta", "1.2", -1],
    ["1.2rc10", "1.2-rc.2", 1],
    ["1.2 Beta", "1.2-rc.1", -1],
    ["1.2b3", "1.2-beta.3", 0],
    ["1.2-beta.x", "1.2-beta.9", 1],
    ["1.2-beta", "1.2-beta.1", -1],
  ])("%s to %s is %i [VG-READ-03]", (left, right, expected) => {
    expect(compareVersions(left, right)).toBe(expected);
  });

  it.each(["", "nightly", "1.0-", "vv1", "1.", ".1", "1..2", "-1", "1 2", "1,234", "1".repeat(101)])(
    "%j cannot be compared [VG-READ-17]",
    (version) => {
      expect(compareVersions(version, "1")).toBeUndefined();
      expect(compareVersions("1", version)).toBeUndefined();
    },
  );
});

describe("a version as it was built", () => {
  it.each(["v3.1", "V3.1.0", " 3.1\r\n", "3.1 (456)", "3.1[456]", "3.1+456 (7)", "3.1+"])(
    "such as %j counts as 3.1 [FIX-6]",
    (version) => {
      expect(compareVersions(version, "3.1")).toBe(0);
    },
  );

  it("compares as the gate compares it [FIX-6]", () => {
    const text = fc.oneof(
      fc.string(),
      fc
        .tuple(
          fc.constantFrom("", " ", "v", "\nV", "Version "),
          fc
            .tuple(fc.array(fc.nat(12), { minLength: 1, maxLength: 3 }), fc.constantFrom(".", ",", "．", "٫"))
            .map(([parts, dot]) => parts.join(dot)),
          fc.constantFrom(
            "",
            "\u00A0",
            "-",
            "rc10",
            "rc2",
            " Beta",
            "b3",
            "-RC.1",
            "_rc1",
            " build 3",
            "-x.7",
            "x",
            " 5",
          ),
          fc.constantFrom("", " (7)", "+b [8]", "(", "（", " final"),
        )
        .map((parts) => parts.join("")),
    );
    const comparable = fc.sample(text, 1_000).filter((sample) => compareVersions(sample, "1") !== undefined);
    expect(comparable.length).toBeGreaterThan(100);
    fc.assert(
      fc.property(text, text, (left, right) => {
        expect(compareVersions(left, right)).toBe(compareByGate(left, right));
      }),
    );
  });
});

describe("the reading of versions", () => {
  const swift = readFileSync(new URL("CheckVersion.swift", import.meta.url), "utf8");
  const kotlin = readFileSync(new URL("CheckVersion.kt", import.meta.url), "utf8");
  const typescript = readFileSync(new URL("check-version.ts", import.meta.url), "utf8");

  it.each([
    ["TypeScript", typescript, `/^${VERSION_FORM}$/i`],
    ["Swift", swift, `#"^${VERSION_FORM}$"#`],
    ["Kotlin", kotlin, `"""${VERSION_FORM}"""`],
  ])("is the gate's in %s [FIX-6]", (_language, program, expression) => {
    expect(program).toContain(expression);
  });

  it("knows the digits of any script [FIX-6]", () => {
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) {
      const letter = String.fromCodePoint(codePoint);
      if (/\p{Nd}/u.test(letter)) expect(compareVersions(`1.${letter}`, "1.10"), letter).toBe(-1);
    }
  });
});

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), "utf8");
const namesIn = (text: string | undefined) =>
  [...(text ?? "").matchAll(/"([^"]+)"/gu)].map(([, name]) => name!);

describe("the packages for apps [WEB-4]", () => {
  it("are of the client's file alone, with what apps call, for SwiftPM", () => {
    const [, exclude] = /exclude: \[(.*)\]/u.exec(read("Package.swift"))!;
    const [, sources] = /sources: \[(.*)\]/u.exec(read("Package.swift"))!;
    expect(namesIn(sources)).toEqual(["CheckVersion.swift"]);
    const files = [...namesIn(exclude), ...namesIn(sources), "Package.swift"];
    expect(files.toSorted()).toEqual(readdirSync(new URL(".", import.meta.url)).toSorted());
    const names = [...read("CheckVersion.swift").matchAll(/^public (?:enum|func) (\w+)/gmu)].map(
      ([, name]) => name,
    );
    expect(names).toEqual(["Decision", "checkUpdate", "compareVersions", "checkVersion"]);
  });

  it("are of the client's file alone, in the module's package, for Gradle", () => {
    const module = read("build.gradle.kts");
    expect(module).toContain('include("CheckVersion.kt")');
    const [, namespace] = /namespace = "([\w.]+)"/u.exec(module)!;
    expect(read("CheckVersion.kt")).toContain(`\npackage ${namespace}\n`);
  });
});

describe("the decision", () => {
  const latest = { version: "2.0", forceUpdate: true, downloadUrl: "https://apps.example.com/ios" };

  it.each([
    ["1.9", latest, "require-update"],
    ["1.9", { ...latest, forceUpdate: false }, "offer-update"],
    ["2.0.0", latest, "continue"],
    ["2.1", latest, "continue"],
    ["dev", latest, "continue"],
    ["1.9", { ...latest, version: null }, "continue"],
    ["1.9", { ...latest, version: "nightly" }, "continue"],
  ])("for %s and %j is %s", (installed, published, kind) => {
    expect(decide(installed, published)).toMatchObject({ kind });
  });
});

describe("a client of the gate", async () => {
  const { gate, admin } = await useGate(await useTestStore());

  const check = (platform: "ios" | "android" | "web", installed: string) =>
    checkVersion({ address: gate.publicUrl, platform, installed });

  it("continues while no version is published [VG-ERROR-01]", async () => {
    expect(await check("ios", "1.0")).toEqual({ kind: "continue" });
  });

  it("reads the block of its platform [VG-READ-01]", async () => {
    await updateConfig(gate, admin, {
      iosVersion: "2.0",
      iosForceUpdate: true,
      androidVersion: "1.5",
    });
    expect(await check("ios", "1.10")).toEqual({
      kind: "require-update",
      version: "2.0",
      downloadUrl: "https://apps.apple.com/app/id0000000000",
    });
    expect(await check("android", "1.4.9")).toMatchObject({ kind: "offer-update", version: "1.5" });
    expect(await check("web", "1.1")).toEqual({ kind: "require-update", version: "1.2" });
    expect(await check("web", "1.2")).toEqual({ kind: "continue" });
  });
});

describe("a client that lets the gate decide", async () => {
  const { gate, admin } = await useGate(await useTestStore());

  beforeAll(async () => {
    await updateConfig(gate, admin, {
      iosVersion: "2.0",
      iosMinimumVersion: "1.5",
      iosMessages: [{ language: "en", text: "Faster lists" }],
      androidVersion: "2.0",
      androidRolloutPercent: 99,
      webMaintenance: [
        {
          from: new Date(0).toISOString(),
          until: new Date(Date.now() + 3_600_000).toISOString(),
          message: [{ language: "en", text: "Back at six" }],
        },
      ],
    });
  });

  const check = (platform: "ios" | "android" | "web", installed: string, device?: string) =>
    checkUpdate({ address: gate.publicUrl, platform, installed, ...(device !== undefined && { device }) });

  it.each([
    ["1.4-beta+3", "require-update"],
    ["1.5rc1", "require-update"],
    ["1.5", "offer-update"],
    ["2,0 Beta", "offer-update"],
  ])("with %s gets the decision %s [GATE-1]", async (installed, kind) => {
    expect(await check("ios", installed)).toEqual({
      kind,
      version: "2.0",
      downloadUrl: "https://apps.apple.com/app/id0000000000",
      message: "Faster lists",
    });
  });

  it("continues with the current version [GATE-1]", async () => {
    expect(await check("ios", "2.0")).toEqual({ kind: "continue" });
  });

  it("continues when its version is none, and warns of it [GATE-1]", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    try {
      expect(await check("ios", "2.0")).toEqual({ kind: "continue" });
      expect(warn).not.toHaveBeenCalled();
      expect(await check("ios", "dev")).toEqual({ kind: "continue" });
      expect(warn.mock.calls).toEqual([
        [
          "The version gate refuses the request: version: must be a version such as 1.2.3 or 1.2.3-beta.4+567",
        ],
      ]);
    } finally {
      warn.mockRestore();
    }
  });

  it("names its device to take part in roll-outs [GATE-1]", async () => {
    expect(await check("android", "1.0")).toEqual({ kind: "continue" });
    expect(await check("android", "1.0", "device-1")).toMatchObject({ kind: "offer-update" });
  });

  it("waits while there is maintenance [GATE-1]", async () => {
    const decision = await check("web", "1.2");
    expect(decision).toEqual({ kind: "wait", seconds: expect.any(Number) as number, message: "Back at six" });
  });

  it("continues after whatever it does not understand [GATE-1]", async () => {
    for (const body of ["<html>", "null", "{}", '{"status":"A_NEW_ONE"}']) {
      const decision = await checkAgainst((_request, response) => response.end(body), {
        client: checkUpdate,
      });
      expect(decision).toEqual({ kind: "continue" });
    }
  });
});

/** A client's decision after these answers. */
async function checkAgainst(
  listener: RequestListener,
  { timeoutMs = 3_000, client = checkVersion }: { timeoutMs?: number; client?: typeof checkVersion } = {},
) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  const decision = await client({ address, platform: "ios", installed: "1.0", timeoutMs });
  server.closeAllConnections();
  server.close();
  return decision;
}

describe("a client of a gate that does not answer", () => {
  it.each([
    ["has no record", 500],
    ["is not there", 404],
    ["is broken", 502],
  ])("continues when it %s", async (_case, status) => {
    expect(await checkAgainst((_request, response) => response.writeHead(status).end("{}"))).toEqual({
      kind: "continue",
    });
  });

  it("tries once more after 503, and then continues [VG-ERROR-04]", async () => {
    let requests = 0;
    const decision = await checkAgainst((_request, response) => {
      requests += 1;
      response.writeHead(503, { "retry-after": "0" }).end("{}");
    });
    expect([decision, requests]).toEqual([{ kind: "continue" }, 2]);
  });

  it("continues when the gate is silent, and when its answer is invalid", async () => {
    expect(await checkAgainst(() => undefined, { timeoutMs: 50 })).toEqual({ kind: "continue" });
    expect(await checkAgainst((_request, response) => response.end("<html>"))).toEqual({ kind: "continue" });
  });

  it("tries once more after 503 of a gateway, whose answer is no JSON", async () => {
    let requests = 0;
    const decision = await checkAgainst((_request, response) => {
      requests += 1;
      if (requests === 1) response.writeHead(503, { "retry-after": "0" }).end("<html>");
      else response.end(JSON.stringify({ ios: { version: "2.0", forceUpdate: true } }));
    });
    expect([decision, requests]).toEqual([{ kind: "require-update", version: "2.0" }, 2]);
  });

  it("works where neither AbortSignal.timeout nor BigInt exists, as in React Native and Safari 15", async () => {
    vi.stubGlobal("BigInt", undefined);
    vi.stubGlobal("AbortSignal", undefined);
    try {
      const answer = JSON.stringify({ ios: { version: "1.99999999999999999999", forceUpdate: true } });
      const decision = await checkAgainst((_request, response) => response.end(answer));
      expect(decision).toMatchObject({ kind: "require-update" });
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it.each([
    ["an address that is none", { address: "api.example.com", installed: "1.0" }, /address: expected https:/],
    ["no installed version", JSON.parse("{}") as { installed: string }, /trim/],
  ])("throws for a slip in the program: %s", async (_slip, options, message) => {
    const server = createServer((_request, response) =>
      response.end(JSON.stringify({ ios: { version: "2.0", forceUpdate: true } })),
    ).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const asked = { address: `http://127.0.0.1:${port}`, platform: "ios" as const, ...options };
    await expect(checkVersion(asked)).rejects.toThrow(message);
    server.close();
  });

  it("continues without a network", async () => {
    const options = { address: "http://127.0.0.1:1", platform: "ios", installed: "1.0" } as const;
    expect(await checkVersion(options)).toEqual({ kind: "continue" });
  });
});
