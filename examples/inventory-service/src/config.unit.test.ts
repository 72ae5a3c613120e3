import { loadConfig } from "@countersign/service-kit";
import { testTokens } from "@countersign/testing";
import { expect, it } from "vitest";
import { inventoryServiceConfig, inventoryServiceEnvironment } from "./config.ts";

it("[CT-PROC-07] listens on 3005 and 9105 unless told otherwise", () => {
  const env = { ...testTokens().environment, MONGODB_URI: "mongodb://127.0.0.1:27017/?replicaSet=rs0" };
  const { listen } = inventoryServiceConfig(loadConfig(inventoryServiceEnvironment, env));
  expect(listen).toMatchObject({ port: 3005, internalPort: 9105, internalHost: "127.0.0.1" });
});
