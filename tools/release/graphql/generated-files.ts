import { createHash, randomUUID } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import { SCHEMAS } from "./schemas.ts";

/** The sources and the generators of the files. */
const SOURCES = [
  "apps/*/src/**/*.graphql",
  "apps/*/src/*/parents.ts",
  "tools/release/graphql/*.ts",
  "package-lock.json",
];

/** A file that is made, and not kept in git. */
interface GeneratedFile {
  path: string;
  make: () => Promise<string>;
}

// Loaded where a file is made: the generators are large.
const FILES: readonly GeneratedFile[] = [
  ...SCHEMAS.map((schema): GeneratedFile => ({
    path: join(WORKSPACE_ROOT, schema.folder, "generated/resolver-types.ts"),
    make: async () => (await import("./service-schema.ts")).typesOf(schema),
  })),
  {
    path: join(WORKSPACE_ROOT, "apps/console/src/graphql/generated/documents.ts"),
    make: async () => (await import("./generate-documents.ts")).consoleDocuments(),
  },
];

/** The first line of a file: it names what the file was made of. */
function headOfFiles(): string {
  const hash = createHash("sha256");
  for (const path of globSync(SOURCES, { cwd: WORKSPACE_ROOT, exclude: ["**/*.test.ts"] }).toSorted()) {
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(WORKSPACE_ROOT, path)))
      .update("\0");
  }
  const fingerprint = hash.digest("hex").slice(0, 20);
  return `// Made by \`npm run graphql:types\`, of sources with the hash ${fingerprint}. Do not edit.\n`;
}

/**
 * Makes the types that resolvers are checked against, and the console's documents, where they are missing or older than
 * the SDL and the operations. Several processes may do so at once.
 *
 * @throws Error for an operation of the console that the SDL does not allow
 */
export async function makeGeneratedFiles(): Promise<void> {
  const head = headOfFiles();
  const outdatedFiles = FILES.filter(
    ({ path }) => !existsSync(path) || !readFileSync(path, "utf8").startsWith(head),
  );
  for (const { path, make } of outdatedFiles) {
    const draft = `${path}.${randomUUID()}`;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(draft, `${head}\n${await make()}`);
    renameSync(draft, path);
  }
}
