import Fastify from "fastify";
import { listenForBench, VERSION_SCHEMA } from "./gate-comparison.ts";

/** A server compared with the gate: a bare Fastify route with a constant body, serialised by its schema. */
const BODY = {
  ios: { version: "1", forceUpdate: false, downloadUrl: "https://apps.apple.com/app/id0000000000" },
  android: {
    version: "1",
    forceUpdate: false,
    downloadUrl: "https://play.google.com/store/apps/details?id=com.example.countersign",
  },
  web: { v: "1.2", forceUpdate: true },
};

const app = Fastify();
app.get("/api/version", { schema: VERSION_SCHEMA }, () => BODY);
await listenForBench(app);
