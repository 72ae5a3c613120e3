import { beforeAll, describe, expect, it } from "vitest";
import { readAuthVariables } from "../dev/identity/development-identity.ts";
import { DEMO_COMPANY, DEMO_PEOPLE } from "../dev/start/demo-company.ts";
import { signToken } from "../dev/token/token-command.ts";
import { useOwnPlatforms } from "../test/own-platforms.ts";
import { runCommand } from "../test/run-command.ts";

describe("a platform on ports of its own", () => {
  const platforms = useOwnPlatforms("group");
  let TOKEN: string;
  beforeAll(async () => {
    await platforms.start();
    const { userId: sub, name } = DEMO_PEOPLE.admin;
    const request = { sub, companyId: DEMO_COMPANY.id, name, privileged: true, expires: "1h" };
    TOKEN = await signToken(request, readAuthVariables({}, platforms.dataDir()));
  });

  const run = async (command: Parameters<typeof runCommand>[0], ...args: string[]) => {
    const process = runCommand(command, [...args, "--data", platforms.dataDir()], { TOKEN });
    return { code: await process.ended, output: process.output() };
  };

  it("is found by audit:verify, by its data directory", async () => {
    expect(await run("ops/audit")).toMatchObject({ code: 0, output: expect.stringContaining("sound") });
  });

  it("is found by the demo, by its data directory", async () => {
    expect(await run("dev/demo")).toMatchObject({
      code: 0,
      output: expect.stringContaining("Everything is as specified."),
    });
  });

  it("has the gate's settings shown, changed and rolled back by npm run gate", async () => {
    const changed = await run("ops/gate", "set", '{"iosVersion":"2.5.0","iosRolloutPercent":5}');
    expect(changed).toMatchObject({ code: 0, output: expect.stringContaining('"iosVersion": "2.5.0"') });
    const history = await run("ops/gate", "history");
    const [{ _id }] = (JSON.parse(history.output) as { data: { _id: string }[] }).data as [{ _id: string }];
    expect(await run("ops/gate", "rollback", _id)).toMatchObject({ code: 0 });
    const shown = await run("ops/gate", "show");
    expect(JSON.parse(shown.output)).toMatchObject({ iosVersion: "2.4.0", iosRolloutPercent: null });
  });

  it("has the gate's refusals printed by npm run gate, with exit code 1", async () => {
    const refused = await run("ops/gate", "set", '{"iosRolloutPercent":500}');
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("iosRolloutPercent") });
  });

  it("is not changed by npm run gate with arguments that it does not know", async () => {
    const refused = await run("ops/gate", "set", "iosVersion=2.5.0");
    expect(refused).toMatchObject({ code: 2, output: expect.stringContaining("expected a JSON object") });
  });
});
