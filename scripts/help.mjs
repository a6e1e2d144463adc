/**
 * What `--help` says of each command, by its program: printed by `scripts/run.mjs` before anything of the command is
 * loaded, so that asking never does anything. Commands that are not here answer it themselves.
 */
export const HELP = {
  "scripts/generate-migration.ts": [
    "npm run generate [-- --name <words>]",
    "",
    "Writes a migration from what changed in db/schema, and keeps the newest snapshot alone.",
  ],
  "scripts/openapi.ts": [
    "npm run openapi [-- <other file>]    writes the description of the API, and docs/roles.md",
    "npm run openapi:check                fails when it is stale",
  ],
  "sdk/build/build.ts": [
    "npm run sdk:build [-- <other folder>]",
    "",
    "Writes the package of the client that is published, into dist/sdk: npm publish dist/sdk.",
  ],
  "sdk/generator/generate.ts": [
    "npm run sdk:types [-- <other folder>]",
    "",
    "Writes sdk/generated from public/openapi.json. Installs the generator in sdk/generator first, from the npm registry.",
  ],
  "scripts/high-availability/write-settings.ts": [
    "npm run cluster:settings [-- <other folder>]",
    "npm run cluster:settings -- --hosts <one>,<two>,<three> <folder>",
    "",
    "Writes deploy/high-availability/settings, what the parts of a cluster of databases are told: etcd, Patroni, HAProxy and",
    "PgBouncer in containers. With --hosts, addresses or names of three machines, into a folder: what they are told there.",
  ],
  "scripts/release.ts": [
    "npm run release -- <major, minor, patch or 1.2.3>",
    "",
    "Cuts a release on main: version, CHANGELOG.md from changes/, commit, tag, archive and bill of materials. Pushes nothing.",
  ],
  "scripts/build.ts": [
    "npm run build [-- --programs]",
    "",
    "Builds the pages and the programs for production. With --programs the programs alone, in three seconds.",
  ],
  "scripts/measure-start.ts": [
    "npm run measure:start [-- --empty-cache]",
    "",
    "Clones the last commit into a directory of its own, runs npm ci --omit=dev and npm start there until the payment link",
    "is answered, and says how long both took. With --empty-cache npm has nothing of before. Leaves nothing behind.",
  ],
  "scripts/testing/run-tests.ts": [
    "npm test [-- --store]",
    "",
    "Format, lint, types, all tests, the production build and the journeys in a browser, how long each took, and which",
    "tests take more processor time than before. With --store those of this run are kept to compare with.",
  ],
  "scripts/testing/mutation/run-mutation.ts": [
    "npm run test:mutation [-- <rule>…] [--unnoticed] [--idle] [--store]",
    "",
    "Changes the code of rules about money one place at a time, in a copy of the last commit, and asks whether a test",
    "notices: fees, rates, destinations, signatures, gate, matching, state, covering. Brings Stryker for that. Takes half an",
    "hour or more. With --unnoticed it names the changes that no test noticed, with --idle tests without which as much",
    "would be noticed; with --store it keeps the scores.",
  ],
  "scripts/testing/test-pooled.ts": [
    "npm run test:pooled [-- --pgbouncer] [<file or folder> …]",
    "",
    "The unit tests as behind a pooler that lends a connection for one transaction: on plain PostgreSQL without NOTIFY,",
    "prepared statements and settings of a session, or with --pgbouncer through one, which it starts. For the night.",
  ],
  "scripts/testing/quick-tests.ts": [
    "npm run test:quick [-- <branch or commit to compare with>]",
    "",
    "Format, lint, types, and the unit tests that are nearest to what you changed since main, as many as fit into a minute.",
  ],
  "scripts/testing/other-node/test-node.ts": [
    "npm run test:node [-- <version>]",
    "",
    "Runs what depends on the version of Node by another one: some unit tests, the build and a journey. Without a version",
    "by the newest with long-term support; npm brings it, into your cache directory.",
  ],
  "scripts/currencies/refresh-currencies.ts": [
    "npm run refresh:currencies -- <directory with the installed token lists> [<other output>]",
    "",
    "Writes the catalogue of currencies anew. docs/currencies.md says how.",
  ],
  "sim/main.ts": [
    "npm run sim [-- --seed 4711] [--days 30]    plays the days of one seed against the service",
    "npm run sim -- --seeds 1..100               plays one seed after the other, until one fails",
    "npm run sim -- --new 20                     the same with so many seeds that nobody has played",
    "",
    "--days <number>     simulated days of each seed; 30 without it",
    "--minutes <number>  begins no further seed after so many minutes of this machine",
    "--trace             prints everything that happens",
    "--twice             plays each seed a second time; ends with 1 where it does not do the same",
    "--report            writes docs/reliability.md when all seeds have ended without a broken rule",
    "",
    "The same seed does the same, line for line: the hash of its trace says so. Ends with 1 when something happened that must",
    "not, and says what.",
  ],
  "sim/planted/main.ts": [
    "npm run sim:planted [-- <name> …]    puts one known bug after the other into a copy of the last commit",
    "",
    "Plays seeds against each until the simulator finds it, and names the seed and what was broken. Ends with 1 when one was",
    "not found.",
    "--seeds 1..1000     the seeds, in this order",
    "--days <number>     simulated days of each seed; 1 without it",
    "--minutes <number>  for one bug at most so many minutes of this machine; 10 without it",
    "--store             keeps the results in sim/planted/results.json",
  ],
  "scripts/testing/test-alerts.ts": [
    "npm run test:alerts",
    "",
    "Asks promtool, which is Prometheus' own, whether ops/alerts.yml is well-formed, and whether each alert fires for what it",
    "is for and stays silent just beside it (ops/alerts.test.yml).",
  ],
  "contracts/compile.ts": [
    "npm run contracts:compile",
    "",
    "Compiles contracts/src and writes the artifacts.",
  ],
};
