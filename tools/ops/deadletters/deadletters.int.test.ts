import { randomUUID } from "node:crypto";
import { type Bus, createJetStreamBus, MalformedMessage } from "@countersign/bus";
import { deleteStreams, NATS_URL, randomPrefix, silentLogger, waitFor } from "@countersign/testing";
import { connect, type NatsConnection } from "nats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../../test/run-command.ts";
import { UsageError } from "../../usage.ts";
import { openDeadLetters } from "./dead-letters.ts";
import { parseDeadLettersArguments } from "./deadletters-command.ts";
import { runDeadLetters } from "./run-dead-letters.ts";

const NOW = new Date("2027-03-01T12:00:00Z");
const STREAM = { name: "LETTERS_TEST", subjects: ["letters.>"], maxAgeMs: 600_000 };

describe("npm run deadletters", { tags: ["nats"] }, () => {
  const prefix = randomPrefix();
  let bus: Bus;
  let nats: NatsConnection;
  let isMended = false;
  const given: string[] = [];
  const handled: { id: string; headers: Readonly<Record<string, string>> }[] = [];

  /** The command in this process: what it prints, and its exit code. */
  const run = async (...args: string[]) => {
    const lines: string[] = [];
    const letters = await openDeadLetters(nats, prefix);
    const command = parseDeadLettersArguments(args, new Date());
    const isDone = await runDeadLetters(letters, command, (line) => lines.push(`${line}\n`));
    return { code: isDone ? 0 : 1, output: lines.join("") };
  };
  const runProcess = async (...args: string[]) => {
    const command = runCommand("ops/deadletters", args, { NATS_URL, NATS_PREFIX: prefix });
    return { code: await command.ended, output: command.output() };
  };

  beforeAll(async () => {
    nats = await connect({ servers: NATS_URL });
    bus = await createJetStreamBus({
      servers: NATS_URL,
      prefix,
      logger: silentLogger,
      events: { deadLettered: ({ subject }) => given.push(subject) },
    });
    await bus.ensureStreams([STREAM]);
    expect(await run("list")).toEqual({ code: 0, output: "0 dead letters, 0 shown\n" });
    const options = { stream: STREAM.name, durable: "reader", filter: "letters.>", raw: true };
    await bus.consume(options, async ({ subject, raw, headers }) => {
      if (!isMended) throw new MalformedMessage(`data.ref: \u202Etoo long in ${subject}`);
      handled.push({ id: (JSON.parse(Buffer.from(raw).toString()) as { id: string }).id, headers });
    });
    const headers = { traceparent: "00-ab", "content-type": "application/json", secret: "not kept" };
    for (const [at, data] of [{ id: "first" }, { id: "second" }, "x".repeat(1_040_000)].entries()) {
      await bus.publish({ subject: `letters.${at + 1}`, id: randomUUID(), data, headers });
      await waitFor(() => given.length === at + 1);
    }
  });
  afterAll(async () => {
    await bus.close();
    await nats.close();
    await deleteStreams(prefix);
  });

  it("lists them with their reasons, the newest, in their order [OPS-6]", async () => {
    const { code, output } = await run("list");
    expect(code).toBe(0);
    const lines = output.trimEnd().split("\n");
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(
      /^1 {2}20\S+Z {2}letters\.1 {2}reader {2}data\.ref: \[U\+202E\]too long in letters\.1$/u,
    );
    expect(lines[3]).toBe("3 dead letters, 3 shown");
    const [newest, ofOther, ofReader] = await Promise.all([
      run("list", "--take", "1"),
      run("list", "--stream", "OTHER"),
      run("list", "--consumer", "reader", "--since", "1h"),
    ]);
    expect(newest.output).toMatch(/^3 .*\n3 dead letters, 1 shown\n$/u);
    expect(ofOther.output).toBe("0 dead letters, 0 shown\n");
    expect(ofReader.output).toContain("3 shown");
  });

  it("shows one, with headers and body, and says where there is none [OPS-6]", async () => {
    const { code, output } = await run("show", "2");
    expect(code).toBe(0);
    for (const part of ["Dead-Letter-Subject: letters.2", "traceparent: 00-ab", '{\n  "id": "second"\n}']) {
      expect(output).toContain(part);
    }
    expect(output).not.toContain("not kept");
    expect(await runProcess("show", "99")).toEqual({ code: 1, output: "99: there is no such letter\n" });
  });

  it("publishes them again with the headers that were kept, and says what it cannot [OPS-6]", async () => {
    isMended = true;
    expect(await run("replay", "1")).toEqual({ code: 0, output: "1 of 1 published again\n" });
    await waitFor(() => handled.length === 1);
    const headers = { traceparent: "00-ab", "content-type": "application/json" };
    expect(handled).toEqual([{ id: "first", headers }]);
    const { code, output } = await run("replay", "--consumer", "reader");
    expect({ code, lines: output.trimEnd().split("\n") }).toEqual({
      code: 1,
      lines: [
        "1: not published again: it was published again within the last ten minutes",
        `3: not published again: its body was too large to be kept; try nats stream get ${prefix}LETTERS_TEST 3`,
        "1 of 3 published again",
      ],
    });
    await waitFor(() => handled.length === 2);
    expect(handled[1]).toEqual({ id: "second", headers });
  });

  it("publishes nothing to a subject that a letter only claims to come from [OPS-6]", async () => {
    const headers = { "Dead-Letter-Subject": "letters.1", "Dead-Letter-Stream": STREAM.name };
    await bus.publish({ subject: "deadletter.other.1", id: randomUUID(), data: {}, headers });
    const text = "4: not published again: it is not stored under the whole subject of its message";
    expect(await run("replay", "4")).toEqual({ code: 1, output: `${text}\n0 of 1 published again\n` });
  });

  it("fails with exit code 1 and one line where no broker answers", async () => {
    const command = runCommand("ops/deadletters", ["list"], { NATS_URL: "nats://127.0.0.1:1" });
    expect(await command.ended).toBe(1);
    expect(command.output()).toMatch(/^NATS at 127\.0\.0\.1:1 \(NATS_URL\) cannot be reached: .+\n$/u);
  });

  it("says that the broker is not the platform's", async () => {
    const command = runCommand("ops/deadletters", ["list"], { NATS_URL, NATS_PREFIX: `${prefix}other-` });
    expect(await command.ended).toBe(1);
    expect(command.output()).toMatch(
      /^NATS at \S+ has no stream \S+: the platform runs on another broker .+\n$/u,
    );
  });

  it("prints how it is used, for wrong arguments with exit code 2", async () => {
    const { code, output } = await runProcess("replay");
    expect(code).toBe(2);
    expect(output).toContain("usage: npm run deadletters");
  });
});

describe("the arguments of npm run deadletters", () => {
  it.each([
    [
      ["list", "--since", "1h"],
      { do: "list", selection: { since: new Date("2027-03-01T11:00:00Z") }, take: 50 },
    ],
    [["show", "7"], { do: "show", number: 7 }],
    [["replay", "7", "9"], { do: "replay", numbers: [7, 9] }],
    [["replay", "--stream", "COMPANIES"], { do: "replay", selection: { stream: "COMPANIES" } }],
  ])("%j are read", (args, command) => {
    expect(parseDeadLettersArguments(args, NOW)).toEqual(command);
  });

  it.each([
    [[], /expected the command/u],
    [["purge"], /expected the command/u],
    [["list", "7"], /use show/u],
    [["list", "--take", "0"], /--take is a count/u],
    [["show"], /number of one letter/u],
    [["show", "x"], /x is no number/u],
    [["replay"], /replay takes numbers/u],
    [["replay", "7", "--since", "1h"], /replay takes numbers/u],
    [["replay", "7", "--take", "1"], /--take is for list/u],
    [["list", "--all"], /--all/u],
  ])("%j are refused", (args, message) => {
    const parse = () => parseDeadLettersArguments(args, NOW);
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(message);
  });
});
