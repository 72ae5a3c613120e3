import { loadConfig } from "@countersign/service-kit";
import { testTokens } from "@countersign/testing";
import { expect, it } from "vitest";
import { inventoryService } from "./service.ts";

it("listens on 3005 and 9105 by default [CT-PROC-07]", () => {
  const env = { ...testTokens().environment, MONGODB_URI: "mongodb://127.0.0.1:27017/?replicaSet=rs0" };
  const ports = { PORT: 3005, INTERNAL_PORT: 9105, INTERNAL_HOST: "127.0.0.1" };
  expect(loadConfig(inventoryService.environment, env)).toMatchObject(ports);
});
