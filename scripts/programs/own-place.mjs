import { readFileSync } from "node:fs";
import { sep } from "node:path";

/**
 * For esbuild: a source goes on to know its own place, and not that of the file it was built into. `placeOf` gives an
 * expression for the URL of a source.
 */
export const ownPlace = (transform, placeOf) => ({
  name: "own-place",
  setup({ onLoad }) {
    onLoad({ filter: /\.(?:ts|tsx|mjs)$/ }, async ({ path: source }) => {
      const text = readFileSync(source, "utf8");
      if (source.includes(`${sep}node_modules${sep}`) || !text.includes("import.meta.")) return undefined;
      // As code only: a program may write the same words into another program.
      const { code } = await transform(text, {
        loader: source.endsWith(".tsx") ? "tsx" : "ts",
        jsx: "automatic",
        define: { "import.meta.url": "__ownUrl", "import.meta.dirname": "__ownDirectory" },
        banner: [
          'import { dirname as __directoryOf } from "node:path";',
          'import { fileURLToPath as __fileURLToPath } from "node:url";',
          `const __ownUrl = ${placeOf(source)}.href, __ownDirectory = __directoryOf(__fileURLToPath(__ownUrl));`,
        ].join(" "),
        sourcemap: "inline",
        sourcefile: source,
      });
      return { contents: code, loader: "js" };
    });
  },
});
