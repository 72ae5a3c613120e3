import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { build, type Plugin } from "vite";
import { PACKAGES_FILE } from "../console/build-console.ts";
import { packageDir } from "../supply-chain/bundled-packages.ts";
import { WORKSPACE_ROOT } from "../../workspace.ts";

/** The word that the engine replaces by the nonce of each answer. */
const NONCE = "__NONCE__";
/** React Aria's texts in languages that the console does not have. */
const OTHER_LANGUAGES = {
  include: /[\\/]react-(?:aria|aria-components|stately)[\\/]dist[\\/].*[\\/][a-z]{2}-[A-Z]{2}\.mjs$/u,
  exclude: /[\\/](?:en-US|de-DE)\.mjs$/u,
};
/** All packages but React Aria and what it is made of. */
const PACKAGES =
  /[\\/]node_modules[\\/](?!react-(?:aria|aria-components|stately)[\\/]|@(?:react-|internationalized))/u;
const DOCUMENTS = /\/generated\/documents\.ts(?:\?\w+)?$/u;
const DOCUMENT = /^export const (\w+) = (".*") as unknown as DocumentNode</gmu;
const CATALOGUE = /\/src\/(?:messages\/(?:company-)?|catalogue\/)(?:en|de)\.ts$/u;

/**
 * Bundles the console into hashed files.
 *
 * @param root folder of its sources
 * @param outDir folder to write, outside of the sources
 */
export async function bundleConsole({ root, outDir }: { root: string; outDir: string }): Promise<void> {
  await build({
    root,
    base: "/console/",
    configFile: false,
    envDir: false,
    logLevel: "error",
    // The page names it in a meta element, from which React Aria takes it for its styles.
    html: { cspNonce: NONCE },
    plugins: [compiledMessages(), splitDocuments(), ownLanguages(), packageList(root), compressedFiles()],
    build: {
      rolldownOptions: {
        // Of React Aria's thousand modules only those that are used.
        experimental: { lazyBarrel: true },
        // The code that every page needs is two files, and not one for each set of pages that share a part of it: packages
        // that browsers keep when the console is upgraded, and the console's own with its parts.
        output: {
          codeSplitting: {
            groups: [
              { name: "packages", tags: ["$initial"], test: PACKAGES, priority: 1 },
              { name: "index", tags: ["$initial"] },
              { name: "documents", test: DOCUMENTS },
            ],
          },
        },
      },
      outDir,
      emptyOutDir: true,
      // Every browser that has `light-dark()`.
      target: ["chrome123", "firefox120", "safari17.5"],
      // Inline files would need `data:` in the policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1_000,
    },
  });
}

/** Compresses the files once, for the engine to serve. */
function compressedFiles(): Plugin {
  return {
    name: "compressed-files",
    writeBundle({ dir = "" }) {
      const names = globSync("**/*.{css,js,json,svg,webmanifest}", { cwd: dir });
      for (const name of names.map((file) => join(dir, file))) {
        writeFileSync(`${name}.gz`, gzipSync(readFileSync(name), { level: 9 }));
      }
    },
  };
}

/** Catalogues are parsed here, so that no parser of messages goes to the browser. */
function compiledMessages(): Plugin {
  return {
    name: "compiled-messages",
    enforce: "pre",
    load: {
      filter: { id: CATALOGUE },
      handler: async (id) => {
        const { messages } = (await import(pathToFileURL(id).href)) as { messages: Record<string, string> };
        const compiledMessages = Object.entries(messages).map(([key, text]) => [key, compileMessage(text)]);
        const code = `export const messages = ${JSON.stringify(Object.fromEntries(compiledMessages))};`;
        return { code, moduleType: "js" };
      },
    },
  };
}

/** Makes each operation a module of its own: those that only some pages send come with these. */
function splitDocuments(): Plugin {
  return {
    name: "split-documents",
    enforce: "pre",
    load: {
      filter: { id: DOCUMENTS },
      handler: (id) => {
        const [path = "", wantedName] = id.split("?");
        const documents = [...readFileSync(path, "utf8").matchAll(DOCUMENT)].map(([, name, text]) =>
          wantedName === undefined
            ? `export { ${name} } from "./documents.ts?${name}";`
            : name === wantedName && `export const ${name} = ${text};`,
        );
        return { code: documents.filter(Boolean).join("\n"), moduleType: "js", moduleSideEffects: false };
      },
    },
  };
}

/** Has React Aria speak English in place of all other languages: 700 files fewer to read. */
function ownLanguages(): Plugin {
  return {
    name: "own-languages",
    enforce: "pre",
    load: {
      filter: { id: OTHER_LANGUAGES },
      handler: () => ({ code: 'export { default } from "./en-US.mjs";', moduleType: "js" }),
    },
  };
}

/** Writes down which packages the files are made of, for their notices and the bill of materials. */
function packageList(root: string): Plugin {
  return {
    name: "package-list",
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === "chunk" ? file.moduleIds : file.originalFileNames.map((name) => join(root, name)),
      );
      const folders = modules.flatMap((id) => packageDir(relative(WORKSPACE_ROOT, id)) ?? []);
      const source = [...new Set(folders)].toSorted().join("\n");
      this.emitFile({ type: "asset", fileName: PACKAGES_FILE, source });
    },
  };
}
