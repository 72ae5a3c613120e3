/**
 * `postinstall`: links the Node that the install brings where npm left the link out. Five packages, one a platform, share
 * the command `node`, and npm before 11.6.2 removes it with those of the other platforms (npm/cli#4362).
 *
 * The host's Node runs this file, whatever its version.
 */
"use strict";

const fs = require("fs");
const path = require("path");

const ROOT = path.join(__dirname, "..", "..");

const readManifest = (folder) => JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));

/** The program of the installed package for a platform, as a path below `node_modules`; `undefined` without one. */
function findInstalledNode(root, { platform, arch }) {
  const names = Object.keys(readManifest(root).optionalDependencies || {});
  return names
    .map((name) => ({ name, folder: path.join(root, "node_modules", name) }))
    .filter(({ folder }) => fs.existsSync(path.join(folder, "package.json")))
    .map(({ name, folder }) => ({ name, manifest: readManifest(folder) }))
    .filter(({ manifest }) => [].concat(manifest.os).indexOf(platform) >= 0)
    .filter(({ manifest }) => [].concat(manifest.cpu).indexOf(arch) >= 0)
    .map(({ name, manifest }) => manifest.bin && manifest.bin.node && `${name}/${manifest.bin.node}`)
    .find((program) => program && fs.existsSync(path.join(root, "node_modules", program)));
}

/**
 * Makes `node_modules/.bin/node` where it is missing, on Windows `node.cmd`.
 *
 * @returns whether it is there now; it is not where no package for the platform is installed
 */
function linkNode(root, host) {
  const folder = path.join(root, "node_modules", ".bin");
  const link = path.join(folder, host.platform === "win32" ? "node.cmd" : "node");
  if (fs.existsSync(link)) return true;
  const program = findInstalledNode(root, host);
  if (program === undefined) return false;
  fs.mkdirSync(folder, { recursive: true });
  // A link to what is no longer there does not exist, and is in the way.
  fs.rmSync(link, { force: true });
  if (host.platform === "win32") {
    fs.writeFileSync(link, `@ECHO off\r\n"%~dp0\\..\\${program.split("/").join("\\")}" %*\r\n`);
  } else {
    fs.symlinkSync(`../${program}`, link);
  }
  return true;
}

module.exports = { ROOT, findInstalledNode, linkNode };

if (require.main === module) {
  const { platform, arch } = process;
  if (!linkNode(ROOT, { platform, arch })) {
    console.error(`npm brought no Node for ${platform} ${arch}: npm start needs Node 26 on the PATH`);
  }
}
