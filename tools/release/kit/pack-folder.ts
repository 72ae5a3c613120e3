import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Makes an archive of a built package. @returns its path */
export function packFolder(folder: string, outDir: string): string {
  const archive = execFileSync("npm", ["pack", "--silent", "--pack-destination", outDir], {
    cwd: folder,
    encoding: "utf8",
  });
  return join(outDir, archive.trim());
}
