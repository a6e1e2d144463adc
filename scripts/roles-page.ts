import { apiRoutes } from "@/app/api-routes";
import { ROLES } from "@/db/roles";
import { type KeyRule, OPERATIONS } from "@/server/auth/operations/operations";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

const WORDS: Partial<Record<KeyRule, string>> = {
  any: "any",
  all: "all rights",
  never: "no key",
  open: "nobody is asked",
};

/** `docs/roles.md`: every operation, what a key needs for it and which roles have it, from the table of operations. */
export function rolesPage(): string {
  const rows = apiRoutes.flatMap(([pattern, module]) =>
    METHODS.flatMap((method) => {
      const { def } = module[method];
      if (!def) return [];
      const { key, roles } = OPERATIONS[def.operationId];
      const has = ROLES.map((role) => ((roles as readonly string[]).includes(role) ? "yes" : ""));
      const path = pattern.replace(/\[(\w+)\]/g, "{$1}");
      return [{ path, line: row([`\`${method} ${path}\``, WORDS[key] ?? `\`${key}\``, ...has]) }];
    }),
  );
  return [
    "# Who may do what",
    "",
    "Every operation of the API: what a key needs for it, and the roles of an account's people that have it. Which kinds of credentials an operation takes at all is in [the reference](../public/openapi.json). Whoever opened an account is its owner. This page is written by `npm run openapi` from `server/auth/operations/operations.ts`; why it is so: [keys](decisions/keys.md), [roles](decisions/members.md).",
    "",
    row(["Operation", "Key", ...ROLES]),
    row(["---", "---", ...ROLES.map(() => "---")]),
    ...rows.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)).map(({ line }) => line),
    "",
  ].join("\n");
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
