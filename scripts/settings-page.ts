import type { z } from "zod";
import { SETTINGS } from "@/server/config";
import { NETWORK_VARIABLES } from "@/server/environment/networks";
import { EXECUTOR_VARIABLES } from "@/server/executor/settings";
import { SETTLER_VARIABLES } from "@/server/settler/settings";

interface Row {
  name: string;
  description: string;
  /** What holds without it, as Markdown. */
  unset: string;
}

/** Variables that programs around the service read. */
const AROUND_THE_SERVICE: Row[] = [
  {
    name: "QUITTANCE_DATA_DIR",
    description:
      "embedded database, local chains, logs, keys, `stack.json`; another directory is another instance",
    unset: "`.quittance`",
  },
  {
    name: "NEXTAUTH_URL",
    description: "`AUTH_URL` for the sign-in library; to be set where web runs without `npm start`",
    unset: "`AUTH_URL`",
  },
  {
    name: "CHROMIUM_PATH",
    description: "browser of the journeys",
    unset:
      "the Chromium or Chrome on `PATH`, else one that `npm test` brings into the user's cache (`XDG_CACHE_HOME`)",
  },
];

/** `docs/settings.md`: every setting by what it is about, its default and its meaning, from the schemas that read them. */
export function settingsPage(): string {
  const groups = Object.entries(SETTINGS).map(([title, fields]) => ({ title, rows: rowsOf(fields) }));
  const named = (rows: Record<string, Omit<Row, "name">>) =>
    Object.entries(rows).map(([name, words]) => ({ name, ...words }));
  groups.find(({ title }) => title === "Networks")?.rows.push(...named(NETWORK_VARIABLES));
  groups.push(
    { title: "Executors of recurring payouts", rows: named(EXECUTOR_VARIABLES) },
    { title: "Settlers of deposits", rows: named(SETTLER_VARIABLES) },
    { title: "Around the service", rows: AROUND_THE_SERVICE },
  );
  return [
    "# Settings",
    "",
    "Environment variables, read once at start; what is missing or wrong is named all at once. `<NETWORK>` stands for `MAINNET`, `ARBITRUM_ONE`, `OPTIMISM`, `BASE`, `MATIC`, `BSC`, `SEPOLIA` or `TRON`. This page is written by `quittance settings`.",
    ...groups.flatMap(({ title, rows }) => ["", `## ${title}`, "", ...table(rows)]),
    "",
  ].join("\n");
}

function rowsOf(fields: Record<string, z.ZodType>): Row[] {
  return Object.entries(fields).map(([name, schema]) => {
    const { description, unset } = schema.meta() ?? {};
    if (!description) throw new Error(`${name} does not say what it means (.meta({ description }))`);
    return { name, description, unset: typeof unset === "string" ? unset : defaultOf(schema) };
  });
}

/** What the schema makes of an unset variable. */
function defaultOf(schema: z.ZodType): string {
  const unset = schema.safeParse(undefined);
  return unset.success && unset.data !== undefined ? `\`${String(unset.data)}\`` : "none";
}

function table(rows: Row[]): string[] {
  return [
    "| Variable | Default | Meaning |",
    "|---|---|---|",
    ...rows.map(({ name, description, unset }) => `| \`${name}\` | ${unset} | ${description} |`),
  ];
}
