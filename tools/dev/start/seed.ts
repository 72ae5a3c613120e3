/**
 * `npm run seed`: writes the demo company into the store of a running platform (`MONGODB_URI`, `MONGODB_DB`), once in the
 * store's life, and waits until the platform has handled its announcement.
 */
import { OtherVersionError, type Store, connectStore } from "@countersign/mongo";
import { lineToType } from "../../line-to-type.ts";
import { optionsOrExit } from "../../usage.ts";

const USAGE = `Writes the demo company into the store of a running platform, once in the store's life, and waits until the platform
has handled its announcement. ("npm start" does so by itself.)

usage: npm run seed

The store is MONGODB_URI, its database MONGODB_DB. Exit code 1: the store or the platform did not answer.`;

async function openStore(): Promise<Store> {
  const line = lineToType("seed", { MONGODB_URI: "mongodb://…" });
  const uri = process.env["MONGODB_URI"];
  if (!uri) throw new Error(`MONGODB_URI is missing, the address of the platform's store. Type: ${line}`);
  const dbName = process.env["MONGODB_DB"] || "countersign";
  try {
    return await connectStore({ uri, dbName, appName: "seed" });
  } catch (error) {
    if (error instanceof OtherVersionError) throw error;
    throw new Error(`${(error as Error).message}. Type: ${line}`, { cause: error });
  }
}

await optionsOrExit(USAGE, { options: {} });
try {
  const store = await openStore();
  try {
    // Only here: it comes with the services, for which a missing store should not wait.
    const { seedDemoCompany, waitForPolicies } = await import("./seed-demo-company.ts");
    const isWritten = await seedDemoCompany(store, new Date(), { calendar: true });
    await waitForPolicies(store);
    console.log(isWritten ? "The demo company is there." : "The demo company was there already.");
  } finally {
    await store.close();
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
