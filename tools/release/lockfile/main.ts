/**
 * Completes package-lock.json after `npm install`: names the platform builds of native tools (Nx, oxlint, …) that the
 * registry in use does not carry. npm leaves them out of the lock file when it cannot see them, and `npm ci` then
 * refuses the lock file. They are optional and for other machines; here they are only named, never fetched.
 */
import { readFileSync, writeFileSync } from "node:fs";

interface LockedPackage {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const path = new URL("../../../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(path, "utf8")) as { packages: Record<string, LockedPackage> };

const SYSTEMS = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const PROCESSORS = ["arm64", "arm", "x64", "ia32", "ppc64", "riscv64", "s390x"];

/** The platform a package is for, read from its name: `@scope/binding-linux-x64-musl`. */
function platformOf(name: string): Pick<LockedPackage, "os" | "cpu" | "libc"> | undefined {
  const os = SYSTEMS.find((system) => new RegExp(`[/-]${system}-`).test(name));
  const cpu = PROCESSORS.find((processor) => new RegExp(`-${processor}(-|$)`).test(name));
  if (!os || !cpu) return undefined;
  if (os !== "linux") return { os: [os], cpu: [cpu] };
  return { os: [os], cpu: [cpu], libc: [name.includes("musl") ? "musl" : "glibc"] };
}

let addedCount = 0;
for (const owner of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`;
    const platform = platformOf(name);
    if (lock.packages[key] || !platform || !/^\d/.test(version)) continue;
    lock.packages[key] = { version, ...(owner.dev ? { dev: true } : {}), optional: true, ...platform };
    addedCount++;
  }
}
const [root, ...otherPackages] = Object.entries(lock.packages);
lock.packages = Object.fromEntries([
  root!,
  ...otherPackages.toSorted(([a], [b]) => a.localeCompare(b, "en")),
]);
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`package-lock.json: ${addedCount} platform packages of other machines named`);
