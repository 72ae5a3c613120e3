import { connectStore } from "@countersign/mongo";
import type { VersionValues } from "@countersign/settings";
import Fastify from "fastify";
import { listenForBench, VERSION_SCHEMA } from "./gate-comparison.ts";

/** A server compared with the gate: the simplest right implementation, a read of the store for each request. */
const { MONGODB_URI: uri = "", MONGODB_DB: dbName = "" } = process.env;
const store = await connectStore({ uri, dbName, appName: "bench" });
const configs = store.db.collection("configs");

const app = Fastify();
app.get("/api/version", { schema: VERSION_SCHEMA }, async () => {
  const values = await configs.findOne<VersionValues>(
    {},
    // As fresh as the gate's.
    { sort: { updatedAt: -1, _id: -1 }, readConcern: "linearizable" },
  );
  return {
    ios: {
      version: values?.iosVersion ?? null,
      forceUpdate: values?.iosForceUpdate ?? false,
      downloadUrl: "https://apps.apple.com/app/id0000000000",
    },
    android: {
      version: values?.androidVersion ?? null,
      forceUpdate: values?.androidForceUpdate ?? false,
      downloadUrl: "https://play.google.com/store/apps/details?id=com.example.countersign",
    },
    web: { v: "1.2", forceUpdate: true },
  };
});
await listenForBench(app);
