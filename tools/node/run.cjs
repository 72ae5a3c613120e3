/**
 * `node tools/node/run.cjs <program> [arguments]`: runs a program of this repository, which needs the Node that the install
 * brings; in an older one it says in one line what to do. The host's Node reads this file, whatever its version.
 */
"use strict";

const fs = require("fs");
const path = require("path");
const { pathToFileURL } = require("url");
const { ROOT, findInstalledNode } = require("./link-node.cjs");

const NEEDED = 26;

/** What to type where the host's Node runs our programs. */
function adviceFor(root, { platform, arch }) {
  if (!fs.existsSync(path.join(root, "node_modules"))) return "npm ci brings it";
  if (findInstalledNode(root, { platform, arch }) !== undefined) return "npm run postinstall links it";
  return `npm ci --include=optional brings it, or install it yourself where npm has none for ${platform} ${arch}`;
}

module.exports = { adviceFor };

if (require.main === module) {
  const { node: version } = process.versions;
  if (parseInt(version, 10) < NEEDED) {
    console.error(`Node ${NEEDED} is needed, and this is Node ${version}: ${adviceFor(ROOT, process)}`);
    process.exit(2);
  }
  process.argv.splice(1, 1);
  process.argv[1] = path.resolve(process.argv[1]);
  // What a program throws ends it, as if it were named on the command line.
  void import(pathToFileURL(process.argv[1]).href);
}
