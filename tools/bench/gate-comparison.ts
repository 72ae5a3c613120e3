import type { FastifyInstance } from "fastify";

const PLATFORM = {
  type: "object",
  properties: {
    version: { type: "string", nullable: true },
    forceUpdate: { type: "boolean" },
    downloadUrl: { type: "string" },
  },
};

/** Schema of the body of `GET /api/version` for Fastify's serialiser. */
export const VERSION_SCHEMA = {
  response: {
    200: {
      type: "object",
      properties: {
        ios: PLATFORM,
        android: PLATFORM,
        web: { type: "object", properties: { v: { type: "string" }, forceUpdate: { type: "boolean" } } },
      },
    },
  },
};

/** Listens on any port and reports its address as the services do. */
export async function listenForBench(app: FastifyInstance): Promise<void> {
  const publicUrl = await app.listen({ host: "127.0.0.1", port: 0 });
  console.log(JSON.stringify({ msg: "listening", publicUrl, internalUrl: "" }));
}
