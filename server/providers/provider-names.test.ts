import { describe, expect, test } from "vitest";
import { HTTP_SOURCES } from "@/server/prices/http-sources";
import { SCREENING_PROVIDER_IDS, SCREENING_PROVIDERS } from "@/server/providers/kyt/names";
import { readSources, SOURCE_FOLDERS, type SourceFile } from "@/server/testing/source-files";

/**
 * Names of providers stand in the folder that asks them; all else takes them from its table, so that one more provider
 * changes nothing else. Tests name whom they are about.
 */
const KINDS: { folder: string; words: readonly string[]; elsewhere: Record<string, string> }[] = [
  {
    folder: "server/providers/kyt",
    words: SCREENING_PROVIDER_IDS.flatMap((id) => [id, SCREENING_PROVIDERS[id].name]),
    elsewhere: {},
  },
  {
    folder: "server/prices",
    words: Object.keys(HTTP_SOURCES),
    elsewhere: {
      "sim/chain/price-site.ts": "answers as the sites do, in simulations",
      "wallet/evm/catalogue.ts": "Coinbase also makes a wallet",
    },
  },
];

const FOR_TESTS = /\.(?:test|suite|built|spec)\.tsx?$|\/testing\/|^e2e\//;

/** Made from the published API, which is made from the tables. */
const GENERATED = /^sdk\/generated\//;

const sources = readSources([...SOURCE_FOLDERS, "proxy.next.ts"]).filter(
  ({ path }) => !FOR_TESTS.test(path) && !GENERATED.test(path),
);

describe.each(KINDS)("names of the providers in $folder", ({ folder, words, elsewhere }) => {
  test("stand nowhere else, but for a reason that is listed", () => {
    const found = sources.filter((file) => names(file, words) && !file.path.startsWith(`${folder}/`));
    expect(found.map(({ path }) => path)).toEqual(Object.keys(elsewhere).sort());
  });

  test("are noticed in any spelling", () => {
    const [word = ""] = words;
    expect(names({ path: "app/page.tsx", text: `const KYT_${word.toUpperCase()}_KEY = 1;` }, words)).toBe(
      true,
    );
    expect(names({ path: "app/page.tsx", text: "const provider = 1;" }, words)).toBe(false);
  });
});

function names({ text }: SourceFile, words: readonly string[]): boolean {
  const small = text.toLowerCase();
  return words.some((word) => small.includes(word.toLowerCase()));
}
