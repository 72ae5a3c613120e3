import { readFileSync } from "node:fs";
import { Parser } from "@asyncapi/parser";
import {
  JOURNAL_RPC,
  type JournalRpcName,
  type MessageName,
  MESSAGES,
  parseContract,
  RPC,
  type RpcName,
  STREAMS,
  SUBJECTS,
} from "@countersign/contracts";
import { describe, expect, it } from "vitest";
import { ASYNCAPI_FILE, asyncApiText } from "./asyncapi-file.ts";
import { JOURNAL_RPC_EXAMPLES, RPC_EXAMPLES } from "./examples.ts";

/** The parser's severities of errors and warnings; the others are advice. */
const FAULTS: ReadonlySet<number> = new Set([0, 1]);

const text = readFileSync(ASYNCAPI_FILE, "utf8");
const { document, diagnostics } = await new Parser().parse(text);

/** The errors and warnings of the specification's own parser. */
async function faultsIn(changed: string): Promise<string[]> {
  const result = await new Parser().parse(changed);
  return result.diagnostics.filter(isFault).map(({ message }) => message);
}

function isFault({ severity }: (typeof diagnostics)[number]): boolean {
  return FAULTS.has(severity);
}

describe("the published description of the messages", () => {
  it("is made from the contract's schemas, and not stale [MSG-EVENT-04]", async () => {
    expect(text, "npm run asyncapi writes it").toBe(await asyncApiText());
  });

  it("is a valid AsyncAPI 3 document [MSG-EVENT-04]", () => {
    expect(diagnostics.filter(isFault)).toEqual([]);
    expect(document?.version()).toBe("3.0.0");
  });

  it.each([
    ["a reference that leads nowhere", '"#/channels/completed"', '"#/channels/ended"'],
    ["an unknown action", '"action": "receive"', '"action": "hear"'],
    ["an invalid schema", '"type": "object"', '"type": "thing"'],
  ])("would not pass with %s", async (_, from, to) => {
    expect(text).toContain(from);
    expect(await faultsIn(text.replace(from, to))).not.toEqual([]);
  });

  it("describes every field", () => {
    const bare: string[] = [];
    let fields = 0;
    const walk = (value: unknown, path: string): void => {
      if (typeof value !== "object" || value === null || path.endsWith("/examples")) return;
      for (const [name, inner] of Object.entries(value)) {
        if (path.endsWith("/properties") && typeof inner === "object") {
          fields += 1;
          if (!("description" in inner) && !("$ref" in inner)) bare.push(`${path}/${name}`);
        }
        walk(inner, `${path}/${name}`);
      }
    };
    walk((JSON.parse(text) as { components: object }).components, "");
    expect(fields).toBeGreaterThan(200);
    expect(bare).toEqual([]);
  });

  it("names error codes, durable consumers, dead letters and currencies as they are", () => {
    const { channels, components } = JSON.parse(text) as {
      channels: Record<string, { "x-jetstream"?: { durables: string[]; deadLetterSubject: string } }>;
      components: {
        messages: { refusal: { headers: { properties: Record<string, { enum?: string[] }> } } };
        schemas: { Document: { properties: { currency: { pattern: string } } } };
      };
    };
    const { properties } = components.messages.refusal.headers;
    expect(properties["Nats-Service-Error-Code"]!.enum).toContain("429");
    expect(channels["completed"]!["x-jetstream"]).toMatchObject({
      durables: ["{owner}-outcomes"],
      deadLetterSubject: "deadletter.approval.outcome.{owner}.{kind}.completed",
    });
    expect(channels["submitCommand"]!["x-jetstream"]!.durables).toEqual(["approval-engine-commands"]);
    expect("euro").not.toMatch(new RegExp(components.schemas.Document.properties.currency.pattern));
  });

  it("names every message and request at its address, and the stream that keeps it", () => {
    const addresses = document!
      .channels()
      .all()
      .map((channel) => channel.address())
      .filter((address) => address !== null);
    const contract: string[] = [
      ...Object.values(MESSAGES).map(({ address }) => address),
      ...Object.values(RPC).map(({ subject }) => subject),
      ...Object.values(JOURNAL_RPC).map(({ subject }) => subject),
      "deadletter.{subject}",
    ];
    expect(new Set(addresses)).toEqual(new Set(contract));
    expect(addresses).toHaveLength(contract.length);
    expect(addresses).toEqual(expect.arrayContaining(Object.values(SUBJECTS)));
    expect(text).toContain(`"name": "${STREAMS.outcomes.name}"`);
  });

  it("has examples that the contract's own schemas read", () => {
    for (const name of Object.keys(MESSAGES) as MessageName[]) {
      const message = document!.components().messages().get(name)!;
      const [example] = message.examples().all();
      expect(() => parseContract(MESSAGES[name].event, example!.payload()), name).not.toThrow();
    }
    for (const name of Object.keys(RPC) as RpcName[]) {
      const { request, reply } = RPC[name];
      expect(parseContract(request, RPC_EXAMPLES[name].request), name).toEqual(RPC_EXAMPLES[name].request);
      expect(parseContract(reply, RPC_EXAMPLES[name].reply), name).toEqual(RPC_EXAMPLES[name].reply);
    }
    for (const name of Object.keys(JOURNAL_RPC) as JournalRpcName[]) {
      const { request, reply } = JOURNAL_RPC[name];
      const examples = JOURNAL_RPC_EXAMPLES[name];
      expect(parseContract(request, examples.request), name).toEqual(examples.request);
      expect(parseContract(reply, examples.reply), name).toEqual(examples.reply);
    }
  });
});
