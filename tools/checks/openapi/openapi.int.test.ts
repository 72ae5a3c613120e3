import { readFileSync } from "node:fs";
import { useTestStore } from "@countersign/testing";
import { updateConfig } from "@countersign/version-gate/testing/gate";
import { useGate } from "@countersign/version-gate/testing/use-gate";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { breakingChanges } from "./breaking-changes.ts";
import { OPENAPI_SERVICES, openApiFile, openApiText, releasedFile } from "./openapi-file.ts";

interface Operation {
  parameters: { name: string; in: string; required?: boolean; schema: Record<string, unknown> }[];
  responses: Record<string, { content?: Record<string, { schema: { $ref: string } }> }>;
}

const text = readFileSync(openApiFile("version-gate"), "utf8");
const document = JSON.parse(text) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};

describe.each(OPENAPI_SERVICES)("the description of the REST API of %s", (service) => {
  const description = readFileSync(openApiFile(service), "utf8");

  it("is made from the schemas, and not stale [GATE-1] [WEB-1]", async () => {
    expect(description, "npm run openapi writes it").toBe(await openApiText(service));
  });

  it("is a valid OpenAPI 3.1 document [GATE-1] [WEB-1]", async () => {
    expect(JSON.parse(description)).toMatchObject({ openapi: "3.1.0" });
    expect(await new Validator().validate(description)).toEqual({ valid: true });
  });
});

describe.each(OPENAPI_SERVICES)("clients of the last release of %s", (service) => {
  it("are not broken [GATE-1] [WEB-1]", async () => {
    const released = JSON.parse(readFileSync(releasedFile(service), "utf8")) as object;
    const current = JSON.parse(await openApiText(service)) as object;
    expect(breakingChanges(released, current)).toEqual([]);
  });
});

describe("the check for breaking changes", () => {
  const released = JSON.parse(readFileSync(releasedFile("approval-engine"), "utf8")) as Description;
  interface Description {
    paths: Record<string, Record<string, { requestBody: { content: Record<string, { schema: Body }> } }>>;
    components: { schemas: { Document: Body } };
  }
  interface Body {
    properties: Record<string, object>;
    required: string[];
  }
  const bodyOf = ({ paths }: Description) =>
    paths["/api/v1/documents"]!["post"]!.requestBody.content["application/json"]!.schema;

  it.each<[string, boolean, (description: Description) => void]>([
    [
      "a field that may be left out",
      false,
      (next) => void (bodyOf(next).properties["note"] = { type: "string" }),
    ],
    ["a field that must be sent", true, (next) => void bodyOf(next).required.push("ref")],
    [
      "a shorter text",
      true,
      (next) => void (bodyOf(next).properties["ref"] = { type: "string", maxLength: 10 }),
    ],
    [
      "an answer without a field",
      true,
      (next) => void delete next.components.schemas.Document.properties["runId"],
    ],
    ["a path that is gone", true, (next) => void delete next.paths["/api/v1/documents/{refId}/cancel"]],
  ])("%s: %s [WEB-1]", (_, isBreaking, change) => {
    const next = structuredClone(released);
    change(next);
    expect(breakingChanges(released, next).length > 0).toBe(isBreaking);
  });
});

describe("the description of version-gate's public surface", () => {
  it.each([
    ["an unknown place of a parameter", '"in": "query"', '"in": "where"'],
    ["an answer without a description", '"description": "The answer."', '"summary": "The answer."'],
    ["a title that is no text", '"title": "version-gate"', '"title": 5'],
  ])("would not be valid with %s [GATE-1]", async (_, from, to) => {
    expect(text).toContain(from);
    expect(await new Validator().validate(text.replaceAll(from, to))).toMatchObject({ valid: false });
  });

  it("has the parameters of a check, by the schema that reads them [GATE-1]", () => {
    const { parameters } = document.paths["/api/version/check"]!["get"]!;
    expect(parameters.filter((parameter) => parameter.in === "query")).toMatchObject([
      { name: "platform", required: true, schema: { enum: ["ios", "android", "web"] } },
      { name: "version", required: true, schema: { type: "string", maxLength: 100 } },
      { name: "device", required: false, schema: { type: "string", minLength: 1, maxLength: 64 } },
    ]);
  });
});

describe("the gate", async () => {
  const { gate, admin } = await useGate(await useTestStore());

  const ajv = new Ajv2020({ strict: true, validateFormats: false });
  ajv.addVocabulary(["components"]).addSchema({ $id: "gate", components: document.components });

  /** The faults of an answer, by the document's schema for its path and status. */
  async function faultsOf(target: string, expectedStatus: number) {
    const response = await fetch(`${gate.publicUrl}${target}`);
    expect(response.status).toBe(expectedStatus);
    const { responses } = document.paths[target.split("?")[0]!]!["get"]!;
    const { $ref } = responses[String(expectedStatus)]!.content!["application/json"]!.schema;
    const validate = ajv.getSchema(`gate${$ref}`)!;
    return validate(await response.json()) ? [] : validate.errors;
  }

  it("serves every path and method that the document names [GATE-1]", async () => {
    for (const [path, item] of Object.entries(document.paths)) {
      expect(Object.keys(item)).toEqual(["get", "head", "options"]);
      const { headers } = await fetch(`${gate.publicUrl}${path}`, { method: "OPTIONS" });
      expect(headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    }
    expect(Object.keys(document.paths)).toEqual(["/api/version", "/api/version/check"]);
  });

  it("answers as the document says, before anything is published and after [GATE-1]", async () => {
    const check = "/api/version/check?platform=";
    expect(await faultsOf("/api/version", 500)).toEqual([]);
    expect(await faultsOf(`${check}ios&version=1`, 500)).toEqual([]);
    await updateConfig(gate, admin, {
      iosVersion: "2",
      iosMessages: [{ language: "en", text: "New" }],
      webMaintenance: [{ from: "2026-01-01T00:00:00Z", until: "2999-01-01T00:00:00Z" }],
    });
    expect(await faultsOf("/api/version", 200)).toEqual([]);
    for (const query of ["ios&version=1", "ios&version=2", "android&version=1", "web&version=1"]) {
      expect(await faultsOf(check + query, 200)).toEqual([]);
    }
    expect(await faultsOf(`${check}ios&version=vv1`, 400)).toEqual([]);
  });
});
