// What a team writes first: Express, and the settings read from MongoDB at each request, or once a second with CACHE_MS.
import express from "express";
import { MongoClient, ObjectId } from "mongodb";

const { MONGODB_URI = "", MONGODB_DB = "", COMPANY = "", CACHE_MS = "0" } = process.env;
const client = await new MongoClient(MONGODB_URI).connect();
const configs = client.db(MONGODB_DB).collection("configs");

async function read() {
  const found = await configs.findOne(
    { companyId: new ObjectId(COMPANY) },
    { sort: { updatedAt: -1, _id: -1 } },
  );
  const { iosVersion: version, iosForceUpdate: forceUpdate, iosDownloadUrl: downloadUrl } = found;
  const { androidVersion, androidForceUpdate, androidDownloadUrl, webVersion, webForceUpdate } = found;
  return {
    ios: { version, forceUpdate, downloadUrl },
    android: { version: androidVersion, forceUpdate: androidForceUpdate, downloadUrl: androidDownloadUrl },
    web: { v: webVersion, forceUpdate: webForceUpdate },
  };
}

let cached;
let readAtMs = -Infinity;
async function current() {
  if (Number(CACHE_MS) === 0) return await read();
  if (performance.now() - readAtMs < Number(CACHE_MS)) return cached;
  readAtMs = performance.now();
  cached = await read();
  return cached;
}
if (Number(CACHE_MS) > 0) await current();

const app = express();
app.get("/api/version", async (_request, response) => {
  response.json(await current());
});
const server = app.listen(0, "127.0.0.1", () => {
  const publicUrl = `http://127.0.0.1:${server.address().port}`;
  console.log(JSON.stringify({ msg: "listening", publicUrl, internalUrl: "" }));
});
