/**
 * The receiver of an owner's webhooks, which remembers what it has applied in a file, and applies nothing twice. It ends with
 * its parent, and now and then by itself: before it has applied an event, and before it has answered.
 */
import { createHmac } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";

/** Of 100 events, so many kill it before, and after they are applied. */
const DEATHS = 4;

const { values } = parseArgs({ options: { port: { type: "string" }, file: { type: "string" } } });
const { port = "", file = "" } = values;
const secret = Buffer.from(process.env["WEBHOOK_SECRET"] ?? "", "base64");
appendFileSync(file, "");
const appliedLines = new Set(readFileSync(file, "utf8").split("\n"));

const dieSometimes = (): void => {
  if (Math.random() * 100 < DEATHS) process.kill(process.pid, "SIGKILL");
};

async function statusOf(request: IncomingMessage): Promise<number> {
  const body = await text(request);
  const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signature } = request.headers;
  const expectedSignature = createHmac("sha256", secret)
    .update(`${String(id)}.${String(at)}.${body}`)
    .digest("base64");
  if (signature !== `v1,${expectedSignature}`) return 401;
  const { data } = JSON.parse(body) as { data: { refId: string } };
  const line = `${data.refId} ${String(id)}`;
  if (appliedLines.has(line)) return 204;
  dieSometimes();
  appendFileSync(file, `${line}\n`);
  appliedLines.add(line);
  dieSometimes();
  return 204;
}

const server = createServer((request, response) => {
  const answer = (status: number) => response.writeHead(status).end();
  statusOf(request).then(answer, () => answer(400));
});
server.listen(Number(port), "127.0.0.1", () => process.send?.({ port }));
process.on("disconnect", () => process.exit());
