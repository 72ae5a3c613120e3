import { pathToFileURL } from "node:url";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { build, type Plugin } from "vite";

/** The word that the engine replaces by the nonce of each answer. */
const NONCE = "__NONCE__";
const CATALOGUE = /\/src\/messages\/(?:company-)?(?:en|de)\.ts$/u;

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
    plugins: [compiledMessages()],
    build: {
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

/** Catalogues are parsed here, so that no parser of messages goes to the browser. */
function compiledMessages(): Plugin {
  return {
    name: "compiled-messages",
    enforce: "pre",
    load: async (id) => {
      if (!CATALOGUE.test(id)) return undefined;
      const { messages } = (await import(pathToFileURL(id).href)) as { messages: Record<string, string> };
      const compiled = Object.entries(messages).map(([key, text]) => [key, compileMessage(text)]);
      const code = `export const messages = ${JSON.stringify(Object.fromEntries(compiled))};`;
      return { code, moduleType: "js" };
    },
  };
}
