/**
 * `npm run seed`: writes the demo company into the store of a running platform (`MONGODB_URI`, `MONGODB_DB`), once in the
 * store's life, and waits until the platform has handled its announcement.
 */
import { connectStore } from "@countersign/mongo";
import { seedDemoCompany, waitForPolicies } from "./seed-demo-company.ts";

const uri = process.env["MONGODB_URI"];
if (!uri) {
  console.error("MONGODB_URI: expected the mongodb:// URI of the platform's store");
  process.exit(2);
}
const store = await connectStore({
  uri,
  dbName: process.env["MONGODB_DB"] || "countersign",
  appName: "seed",
});
try {
  const written = await seedDemoCompany(store, new Date());
  await waitForPolicies(store);
  console.log(written ? "The demo company is there." : "The demo company was there already.");
} finally {
  await store.close();
}
