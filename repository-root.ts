import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The folder of the repository, where files lie that are read and programs that are started: the next one above this
 * file that has a `package.json`. What is built lies in `dist/` and does not know where it was built. Throws where no
 * folder above has one.
 */
export function repositoryRoot(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder;
    if (dirname(folder) === folder) throw new Error(`no package.json above ${import.meta.dirname}`);
  }
}
