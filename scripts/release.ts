import { relative } from "node:path";
import { parseArgs } from "node:util";
import { repositoryRoot } from "@/repository-root";
import { cutRelease } from "./release/cut";

/** `npm run release -- <version>`: version, changelog, commit, tag and archive. Pushes nothing. */
try {
  const [wanted, ...more] = parseArgs({ allowPositionals: true }).positionals;
  if (wanted === undefined || more.length > 0)
    throw new Error("npm run release -- <major, minor, patch or 1.2.3>");
  const root = repositoryRoot();
  const { version, tag, notes, archive, checksum, materials } = cutRelease(root, wanted, new Date());
  process.stdout.write(`${notes}

Committed and tagged as ${tag}; nothing was pushed.
  archive    ${relative(root, archive)}
  checksum   ${relative(root, checksum)}
  materials  ${relative(root, materials)}
  image      docker build --tag quittance:${version} .
  publish    git push --follow-tags
`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
