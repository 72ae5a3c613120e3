// Unleash with one feature, whose frontend API is what clients ask at their start. Says where it listens, as services do.
import { start } from "unleash-server";

const token = "*:development.unleash-insecure-frontend-api-token";
const { server, stop } = await start({
  databaseUrl: process.env["DATABASE_URL"],
  server: { host: "127.0.0.1", port: 0 },
  authentication: {
    type: "none",
    initApiTokens: [
      { type: "frontend", tokenName: "bench", secret: token, environment: "development", projects: ["*"] },
    ],
  },
  versionCheck: { enable: false },
  telemetry: false,
  // Its own limit of 20,000 requests a minute would be measured, and not its work.
  rateLimiting: { sdkApiMaxPerMinute: 1_000_000_000, tokenAuthenticationMaxPerMinute: 1_000_000_000 },
  logLevel: "error",
});
process.on("SIGTERM", () => void stop().then(() => process.exit()));
process.send?.({ port: server.address().port, token });
