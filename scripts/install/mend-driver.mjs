import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Mends the PostgreSQL driver after it is installed (`npm ci` runs this). Why, and until when:
 * docs/decisions/driver.md. Plain JavaScript, because nothing else is installed yet.
 */
const VERSION = "3.4.9";
const MENDS = [
  {
    // A connection that ended with bytes still to write believed for ever that they were about to be written.
    found: "    clearImmediate(nextWriteTimer)\n    if (socket) {",
    put: "    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    if (socket) {",
  },
  {
    found: "    clearImmediate(nextWriteTimer)\n    socket.removeListener('data', data)",
    put: "    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.removeListener('data', data)",
  },
  {
    // A connection that was reset forgot the statements that came after, and told the next one of its last error.
    found: `    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
`,
    put: `    if (query || sent.length)
      error(Errors.connection('CONNECTION_CLOSED', options, socket))
    query = results = errorResponse = null
    result = new Result()
`,
  },
  {
    // A transaction got no connection of its own when its first statement filled the pipeline or the socket.
    found: `      return write(toBuffer(q))
        && !q.describeFirst
        && !q.cursorFn
        && sent.length < max_pipeline
        && (!q.options.onexecute || q.options.onexecute(connection))`,
    put: `      const hasRoom = write(toBuffer(q))
      const isShared = !q.options.onexecute || q.options.onexecute(connection)
      return isShared
        && hasRoom
        && !q.describeFirst
        && !q.cursorFn
        && sent.length < max_pipeline`,
  },
];

if (process.argv.includes("--help")) {
  process.stdout.write(`npm run postinstall [-- <folder of the driver>]

Mends the PostgreSQL driver that is installed; npm ci runs it. Changes nothing that is mended already.
`);
  process.exit(0);
}

const installed = join(dirname(fileURLToPath(import.meta.url)), "../../node_modules/postgres");
/** A test names another one. */
const folder = process.argv[2] ?? installed;
const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
if (version !== VERSION) {
  throw new Error(`postgres is ${version}, and ${VERSION} is what is mended: see docs/decisions/driver.md`);
}
for (const file of ["src/connection.js", "cjs/src/connection.js"].map((name) => join(folder, name))) {
  const before = readFileSync(file, "utf8");
  const after = MENDS.reduce((text, { found, put }) => {
    if (text.includes(put)) return text;
    if (text.split(found).length !== 2)
      throw new Error(`${file} is not what it was: see docs/decisions/driver.md`);
    return text.replace(found, () => put);
  }, before);
  if (after === before) continue;
  // A new file: where packages are shared by links, the others keep theirs.
  writeFileSync(`${file}.new`, after);
  renameSync(`${file}.new`, file);
}
